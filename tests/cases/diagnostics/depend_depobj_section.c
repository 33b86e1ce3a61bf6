#include <omp.h>

int a[8];

void f(omp_depend_t *o, omp_depend_t all[2])
{
#pragma omp task depend(depobj: o[0:2])
  a[0] = 1;
#pragma omp target depend(depobj: all[:2]) nowait
  a[0] = 1;
#pragma omp taskwait depend(depobj: o[0], all[1])
}
