int f(int x);
int g(int x);

int early(int x)
{
  int r;
#pragma omp parallel
#pragma omp master
  r = f(x);
  return r;
}

#pragma omp declare variant(g) match(construct = {parallel})
int f(int x);
