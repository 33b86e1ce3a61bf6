struct s { int n; int *p; };
#pragma omp declare mapper(struct s v) map(v, v.p[0:v.n])
#pragma omp declare mapper(struct s w) map(w)
int f(struct s *x)
{
  return x->n;
}
