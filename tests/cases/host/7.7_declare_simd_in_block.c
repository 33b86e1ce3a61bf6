/* OpenMP 5.2 §7.7: declare simd may stand where a declaration may. */
#include <stdio.h>

int twice(int x) { return 2 * x; }

static int sum(int n)
{
#pragma omp declare simd simdlen(4) notinbranch
  extern int twice(int x);
  int s = 0;
#pragma omp simd reduction(+: s)
  for (int i = 0; i < n; i++)
    s += twice(i);
  {
#pragma omp declare simd
    int twice(int);
    s += twice(1);
  }
  return s;
}

int main(void)
{
  puts(sum(10) == 92 ? "ok" : "wrong");
  return 0;
}
