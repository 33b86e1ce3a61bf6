// gcc: no (gcc-12 does not know loop transformations)
// flags: -fopenmp-version=60
/* OpenMP 6.0 §11.3, §6.4.2: the loops that split, and fuse with looprange, generate are loops of the
 * sequence that a fuse construct around them takes. */
#include <stdio.h>

static int bad;
static void same(const char *what, const int *got, int n, const int *want, int m)
{
  if (n != m) { printf("%s: %d steps, not %d\n", what, n, m); bad = 1; return; }
  for (int k = 0; k < m; k++)
    if (got[k] != want[k]) { printf("%s: step %d is %d, not %d\n", what, k, got[k], want[k]); bad = 1; return; }
}
static const int wants[2][12] = {{0, 3, 10, 1, 4, 11, 2, 5, 12, 13}, {0, 1, 20, 10, 21, 11, 12}};

static void device(int which)
{
  int o[32], n = 0;
  if (which == 0) {
    #pragma omp target map(tofrom: o, n)
    #pragma omp fuse
    {
      #pragma omp split counts(3, omp_fill)
      for (int i = 0; i < 6; i++) o[n++] = i;
      for (int i = 0; i < 4; i++) o[n++] = 10 + i;
    }
  } else {
    #pragma omp target map(tofrom: o, n)
    #pragma omp fuse looprange(2, 2)
    {
      #pragma omp fuse looprange(2, 1)
      {
        for (int i = 0; i < 2; i++) o[n++] = i;
        for (int i = 0; i < 2; i++) o[n++] = 20 + i;
      }
      for (int i = 0; i < 3; i++) o[n++] = 10 + i;
    }
  }
  same("device", o, n, wants[which], which ? 7 : 10);
}

static void host(int which)
{
  int o[32], n = 0;
  if (which == 0) {
    #pragma omp fuse
    {
      #pragma omp split counts(3, omp_fill)
      for (int i = 0; i < 6; i++) o[n++] = i;
      for (int i = 0; i < 4; i++) o[n++] = 10 + i;
    }
  } else {
    #pragma omp fuse looprange(2, 2)
    {
      #pragma omp fuse looprange(2, 1)
      {
        for (int i = 0; i < 2; i++) o[n++] = i;
        for (int i = 0; i < 2; i++) o[n++] = 20 + i;
      }
      for (int i = 0; i < 3; i++) o[n++] = 10 + i;
    }
  }
  same("host", o, n, wants[which], which ? 7 : 10);
}

int main(void)
{
  for (int which = 0; which < 2; which++) { device(which); host(which); }
  puts(bad ? "wrong" : "ok");
  return bad;
}
