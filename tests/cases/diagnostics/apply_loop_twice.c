// flags: -fopenmp-version=60
// A generated loop is in one clause.
#include <omp.h>
void f(int n, int m, double *a, double *b) {
  double sum = 0, x = 0;
  int k = 0;
#pragma omp split counts(2, omp_fill) apply(split(1): reverse) apply(split(1): unroll)
  for (int i = 0; i < n; i++) a[i] = b[i];
}
