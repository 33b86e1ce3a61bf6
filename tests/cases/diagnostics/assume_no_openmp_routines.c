#include <omp.h>
int f(void)
{
  int x = 0;
#pragma omp target map(tofrom: x)
#pragma omp assume no_openmp_routines
  {
    x = omp_get_thread_num();
  }
  return x;
}
