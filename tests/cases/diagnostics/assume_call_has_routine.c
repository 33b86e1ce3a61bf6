#include <omp.h>
static int threads(void)
{
  return omp_get_max_threads();
}
int f(int x)
{
#pragma omp assume no_openmp_routines
  {
    x += threads();
  }
  return x;
}
