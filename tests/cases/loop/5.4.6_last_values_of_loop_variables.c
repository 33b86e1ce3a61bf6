// Loop variables declared outside have their last value after simd, collapse, linear, lastprivate; triangular loops on the host.
#include <stdio.h>
int main(void) { int i, j, k, bad = 0, last = -1, n = 7, lin = 3, s = 0; unsigned u; static int a[50];
  #pragma omp simd
  for (i = 0; i < n; i++) a[i] = i;
  bad |= i != 7;
  #pragma omp simd collapse(2)
  for (i = 0; i < 3; i++) for (j = 10; j > 2; j -= 3) a[i] += j;
  bad |= (i != 3 || j != 1) * 2;
  #pragma omp parallel for lastprivate(last) collapse(2)
  for (int x = 0; x < 5; x++) for (int y = 0; y < 4; y++) last = x * y;
  bad |= (last != 12) * 4;
  #pragma omp parallel for simd lastprivate(k)
  for (k = 0; k < 9; k += 2) a[k] = k;
  bad |= (k != 10) * 8;
  #pragma omp parallel for simd linear(lin: 2)
  for (int x = 0; x < 5; x++) { a[x] = lin; lin += 2; }
  bad |= (lin != 13) * 16;
  #pragma omp parallel for collapse(2) lastprivate(last) reduction(+: s)
  for (int x = 0; x < 6; x++) for (int y = x; y < 6; y++) { last = 10 * x + y; s++; }
  bad |= (last != 55 || s != 21) * 32;
  s = 0;
  #pragma omp target teams distribute parallel for simd collapse(2) map(tofrom: s) reduction(+: s) lastprivate(last)
  for (int x = 0; x < 6; x++) for (int y = 0; y <= x; y++) { last = 10 * x + y; s++; }
  bad |= (last != 55 || s != 21) * 64;
  #pragma omp target map(tofrom: a, u)
  #pragma omp simd
  for (u = 20; u > 3; u -= 5) a[u] = 1;
  bad |= (u != 0) * 128;
  printf(bad ? "wrong %d\n" : "ok\n", bad); return bad; }
