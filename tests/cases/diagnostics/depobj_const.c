#include <omp.h>
void f(int *a)
{
  const omp_depend_t d;
#pragma omp depobj(d) depend(in: a[0])
}
