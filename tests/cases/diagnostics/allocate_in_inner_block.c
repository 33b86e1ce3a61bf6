#include <omp.h>
void f(void) {
  int x = 1;
  {
#pragma omp allocate(x) allocator(omp_high_bw_mem_alloc)
    x++;
  }
}
