#include <omp.h>
int main(void)
{
  int x = 0;
#pragma omp allocate(x) allocator(omp_default_mem_alloc)
#pragma omp allocate(x) allocator(omp_default_mem_alloc)
  return x;
}
