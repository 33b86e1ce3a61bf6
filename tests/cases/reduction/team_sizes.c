// Reductions of structures, arrays and scalars by teams of any number of threads.
#include <stdio.h>
struct P { double x; int n; short k; };
#pragma omp declare reduction(padd: struct P: omp_out.x += omp_in.x, omp_out.n += omp_in.n, omp_out.k = omp_out.k > omp_in.k ? omp_out.k : omp_in.k) initializer(omp_priv = {0, 0, -1})
int main(void) {
  struct P p = {1, 2, 0}; double h[16] = {0}; double s = 0; int mn = 1<<30, la = 1, xo = 0;
  int n = 10000;
  #pragma omp target teams distribute parallel for reduction(padd: p) reduction(+: h, s) reduction(min: mn) reduction(&&: la) reduction(^: xo)
  for (int i = 0; i < n; i++) {
    p.x += i; p.n++; if (i % 977 > p.k) p.k = i % 977;
    h[i % 16] += 1; s += i * 0.5; if (1000 - i < mn) mn = 1000 - i; la = la && i >= 0; xo ^= i;
  }
  printf("%g %d %d %g %g %g %d %d %d\n", p.x, p.n, p.k, h[0], h[15], s, mn, la, xo);
  double q[3] = {0}; long m = 0; int nt = 37;
  #pragma omp target parallel for num_threads(nt) reduction(+: q, m)
  for (int i = 0; i < n; i++) { q[i % 3] += i; m += i; }
  printf("%g %g %g %ld\n", q[0], q[1], q[2], m);
  struct P r = {0, 0, 0};
  #pragma omp target parallel num_threads(100) map(tofrom: r)
  {
  #pragma omp for reduction(padd: r)
  for (int i = 0; i < n; i++) { r.x += i; r.n++; }
  }
  printf("%g %d\n", r.x, r.n);
  int k = 40; double big[40] = {0}; double *bp = big;
  #pragma omp target teams distribute parallel for reduction(+: bp[0:k])
  for (int i = 0; i < n; i++) bp[i % k] += 2;
  double t = 0; for (int i = 0; i < 40; i++) t += big[i];
  printf("%g %g\n", big[7], t);
  return 0;
}
