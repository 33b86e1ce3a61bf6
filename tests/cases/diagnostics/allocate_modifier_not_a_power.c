// flags: -fopenmp-version=60
// An alignment is a power of two.
#include <omp.h>
void f(int n, int m, double *a, double *b) {
  double sum = 0, x = 0;
  int k = 0;
#pragma omp target private(x) allocate(allocator(omp_default_mem_alloc), align(3): x)
  x = 1;
}
