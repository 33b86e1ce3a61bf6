struct s { int a; };
int g(void);
struct s h(void);
int f(void) {
  int r = 0;
#pragma omp target map(tofrom: r, g())
  r = 1;
#pragma omp target data map(to: h().a)
  r = 1;
#pragma omp target update to(r + 1)
  return r;
}
