#include <omp.h>
int main(void)
{
  int x = 0, a[8] = {0};
#pragma omp parallel allocate(omp_default_mem_alloc : x)
  a[0] = x;
  return x + a[0];
}
