struct pair { int a, b; };
int g(int);
int f(struct pair p)
{
  int r;
#pragma omp dispatch novariants(p)
  r = g(1);
#pragma omp dispatch nocontext(p)
  r += g(1);
  return r;
}
