#include <omp.h>
void f(int *x)
{
  omp_depend_t d, e;
#pragma omp depobj(d) depend(in: x[0])
#pragma omp depobj(e) depend(depobj: d)
#pragma omp depobj(e) destroy
#pragma omp depobj(d) destroy
}
