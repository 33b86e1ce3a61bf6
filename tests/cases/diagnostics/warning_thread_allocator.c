#include <omp.h>
int f(int n)
{
  int x = n, y = n;
#pragma omp target firstprivate(x) allocate(omp_thread_mem_alloc: x)
  {
    x++;
#pragma omp parallel private(y) allocate(omp_thread_mem_alloc: y)
    y = 0;
  }
  return x + y;
}
