#include <omp.h>
int f(double allocator)
{
  int x = 0;
#pragma omp allocate(x) allocator(allocator)
  return x;
}
