#include <omp.h>
void f(size_t n)
{
  omp_alloctrait_t traits[2] = {{omp_atk_alignment, 64}, {omp_atk_fallback, omp_atv_null_fb}};
  omp_allocator_handle_t a = omp_init_allocator(omp_default_mem_space, 3, traits);
  double *p = omp_aligned_alloc(48, n * sizeof *p, a), *q = omp_aligned_calloc(0, n, sizeof *q, a);
  char *r = omp_aligned_alloc(64, 100, a);
#pragma omp parallel for
  for (size_t i = 0; i < n; i++)
    p[i] = q[i] = r[0];
  omp_free(p, a);
  omp_free(q, a);
  omp_free(r, a);
}
