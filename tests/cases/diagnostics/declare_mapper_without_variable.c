struct s { int n; int *p; };
static int g[4];
#pragma omp declare mapper(struct s v) map(g)
int f(struct s *x)
{
  return x->n;
}
