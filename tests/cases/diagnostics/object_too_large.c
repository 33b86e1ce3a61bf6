struct s {
  char a[1L << 50];
  int b;
};
int f(struct s *x) {
  int r = 0;
#pragma omp target map(tofrom: r) map(to: x->b)
  r = x->b;
  return r;
}
