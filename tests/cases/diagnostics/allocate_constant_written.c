#include <omp.h>
int f(int n)
{
  int table[4] = {1, 2, 3, 4}, other = 0;
#pragma omp allocate(table) allocator(omp_const_mem_alloc)
  table[n & 3] = 5;
  other = table[n & 3];
  return other;
}
