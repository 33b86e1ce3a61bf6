// flags: -fopenmp-version=60
// The numbers of generated loops ascend.
#include <omp.h>
void f(int n, int m, double *a, double *b) {
  double sum = 0, x = 0;
  int k = 0;
#pragma omp split counts(2, omp_fill) apply(split(2, 1): reverse, reverse)
  for (int i = 0; i < n; i++) a[i] = b[i];
}
