struct s { int n, *p; };
#pragma omp declare mapper(one: struct s v) map(v.n)
#pragma omp declare mapper(two: struct s v) map(v, v.p[0:v.n])
void f(struct s *q) {
  struct s v = *q;
#pragma omp target map(mapper(one), to: v) map(mapper(two), to: v)
  ;
}
