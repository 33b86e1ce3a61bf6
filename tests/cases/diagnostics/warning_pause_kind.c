#include <omp.h>
int f(void)
{
#pragma omp barrier
  return omp_pause_resource((omp_pause_resource_t)7, 0) + omp_pause_resource(omp_pause_soft, -4) + omp_pause_resource_all((omp_pause_resource_t)0);
}
