// gcc: no (pragmas of clang)
// Macros in arguments of pragmas that are not OpenMP's, on host and device.
#include <stdio.h>
#define N 4
#define DEPTH (N / 2)
#define DO_PRAGMA(x) _Pragma(#x)
int main(void) { int a[16], s = 0;
#pragma unroll(DEPTH)
  for (int i = 0; i < 16; i++) a[i] = i;
#pragma GCC unroll N
  for (int i = 0; i < 16; i++) s += a[i];
#pragma clang loop unroll_count(N) vectorize(disable)
  for (int i = 0; i < 16; i++) s += a[i];
#pragma GCC ivdep
  for (int i = 0; i < 16; i++) a[i] += N;
  #pragma omp target map(tofrom: s, a)
  {
#pragma unroll N
    for (int i = 0; i < 16; i++) s += a[i];
#pragma GCC unroll (DEPTH)
    for (int i = 0; i < 16; i++) s -= 1;
    DO_PRAGMA(clang loop unroll_count(2))
    for (int i = 0; i < 16; i++) s += 2;
  }
  printf(s == 3 * 120 + 64 + 16 ? "ok\n" : "wrong %d\n", s); return s != 440; }
