struct s { int a[5]; };
void f(struct s *x, struct s *y) {
#pragma omp target map(tofrom: x[0:1], y[0:1])
  __atomic_load(x, y, 0);
}
