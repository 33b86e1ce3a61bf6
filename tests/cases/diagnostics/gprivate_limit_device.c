// flags: -fopenmp-version=61
// OpenMP 6.1 §34.13.5: the routine takes a conforming device number.
#include <omp.h>
size_t f(void)
{
  return omp_get_gprivate_limit(-7, omp_access_cgroup) + omp_get_gprivate_limit(omp_default_device, omp_access_cgroup);
}
