int g(int);
#pragma omp declare variant(g)
int f(int x)
{
  return x;
}
