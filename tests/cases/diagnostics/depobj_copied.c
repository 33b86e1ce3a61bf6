#include <omp.h>
void f(int *x)
{
  omp_depend_t d, e;
#pragma omp depobj(d) depend(inout: x[0])
  e = d;
  omp_depend_t copy = d, *p = &d;
#pragma omp task depend(depobj: *p)
  x[0]++;
#pragma omp depobj(d) destroy
#pragma omp taskwait
}
