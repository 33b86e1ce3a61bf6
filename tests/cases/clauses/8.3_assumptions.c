// gcc: no (gcc-12 does not know assumptions)
#include <stdio.h>

#pragma omp assumes no_openmp_routines
#pragma omp begin assumes no_parallelism
static int f(int x) { return x + 1; }
#pragma omp end assumes

int main(void)
{
  int x = 0, n = 4;
#pragma omp target map(tofrom: x)
  {
#pragma omp assume holds(n > 0) no_openmp
    {
      x = f(n);
    }
  }
  puts(x == 5 ? "ok" : "assumptions");
  return 0;
}
