#include <omp.h>
void f(void)
{
#pragma omp parallel
  omp_set_affinity_format("%P");
}
