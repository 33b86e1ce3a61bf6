#include <omp.h>
#include <stdio.h>

int main(void)
{
  const omp_alloctrait_t traits[] = {{omp_atk_pool_size, 4096}, {omp_atk_fallback, omp_atv_abort_fb}};
  omp_allocator_handle_t a = omp_null_allocator;
  int n = 4000;
  for (int round = 0; round < 2; round++, n++)
#pragma omp target uses_allocators(a(traits)) firstprivate(n, round)
  {
    char *p = omp_alloc(n, a);
    omp_free(p, a);
    p = omp_alloc(n + 200 * round, a);
    omp_free(p, a);
  }
  puts("not reached");
  return 0;
}
