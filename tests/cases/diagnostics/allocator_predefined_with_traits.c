#include <omp.h>
int main(void)
{
  int x = 0;
  omp_alloctrait_t t[1] = {{omp_atk_alignment, 64}};
#pragma omp target uses_allocators(traits(t): omp_default_mem_alloc) map(tofrom: x)
  x = 1;
  return x;
}
