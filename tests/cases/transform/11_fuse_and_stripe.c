// gcc: no (gcc-12 does not know loop transformations)
// only: device
/* OpenMP 6.0 §11.3, §11.7: the order of the loops that fuse and stripe generate. */
#include <stdio.h>

static int bad;
#define N 7
static void expect(const char *what, int *got, int n, int (*f)(int))
{
  for (int k = 0; k < n; k++)
    if (got[k] != f(k)) { printf("%s: step %d is %d, not %d\n", what, k, got[k], f(k)); bad = 1; return; }
}
static int fused(int k) { return k < 8 ? (k & 1 ? 100 : 0) + k / 2 : k - 4; }
static int striped(int k) { int s = 0; for (int o = 0; o < 3; o++) for (int i = o; i < N; i += 3, s++) if (s == k) return i; return -1; }

int main(void)
{
  int o[64], n = 0;
#pragma omp target map(o, n)
  {
    n = 0;
#pragma omp fuse
    {
      for (int i = 0; i < 4; i++) o[n++] = i;
      for (long j = 0; j < 7; j++) o[n++] = (j < 4 ? 100 : 0) + j;
    }
  }
  expect("fuse", o, 11, fused);
#pragma omp target map(o, n)
  {
    n = 0;
#pragma omp stripe sizes(3)
    for (int i = 0; i < N; i++) o[n++] = i;
  }
  expect("stripe", o, N, striped);
  puts(bad ? "wrong order" : "ok");
  return 0;
}
