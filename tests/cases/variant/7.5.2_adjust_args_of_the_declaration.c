// gcc: no (gcc-12 does not know adjust_args)
// OpenMP 5.2 §7.5.2: adjust_args names parameters of the declaration that the directive stands before; the
// definition may have other names for them, also exchanged.
#include <stdio.h>
int fill(double *d, int n);
int fill2(double *a, double *b);
#pragma omp declare variant(fill) match(construct={dispatch}) adjust_args(need_device_ptr: q)
int host(double *q, int n);
#pragma omp declare variant(fill2) match(construct={dispatch}) adjust_args(need_device_ptr: y)
int host2(double *x, double *y);
int host(double *b, int n) { return -1; }
int host2(double *y, double *x) { return -1; }
int fill(double *d, int n) {
#pragma omp target teams distribute parallel for is_device_ptr(d)
  for (int i = 0; i < n; i++)
    d[i] = i;
  return -2;
}
int fill2(double *a, double *b) {
#pragma omp target is_device_ptr(b)
  b[1] = 7;
  return a[0] == 5 ? -3 : -4;
}
int main(void) {
  double x[4] = {0}, own[1] = {5};
  int f, g;
#pragma omp target data map(tofrom: x)
  {
#pragma omp dispatch
    f = host(x, 4);
#pragma omp dispatch
    g = host2(own, x);
  }
  int bad = f != -2 || g != -3 || x[3] != 3 || x[1] != 7;
  if (bad)
    printf("%d %d %g %g\n", f, g, x[3], x[1]);
  puts(bad ? "wrong" : "ok");
  return bad;
}
