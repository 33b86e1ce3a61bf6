#include <omp.h>
int f(int *a, int n)
{
  int r = 0;
#pragma omp target data map(tofrom: a[0:n])
  r = omp_pause_resource(omp_pause_soft, 0);
#pragma omp parallel
#pragma omp single
  r += omp_pause_resource_all(omp_pause_hard);
  return r + omp_pause_resource_all(omp_pause_hard);
}
