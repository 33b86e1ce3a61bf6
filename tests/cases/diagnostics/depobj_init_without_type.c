// flags: -fopenmp-version=60
// init of depobj has a dependence type.
#include <omp.h>
void f(int n, int m, double *a, double *b) {
  double sum = 0, x = 0;
  int k = 0;
  omp_depend_t o;
#pragma omp depobj init(o)
}
