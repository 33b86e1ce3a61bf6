struct s { int n; int *p; };
#pragma omp declare mapper(struct s v)
int f(struct s *x)
{
  return x->n;
}
