// gcc: no (gcc-12's libgomp has no pool sizes)
// OpenMP 5.2 §18.13.7, §6.2: omp_free and omp_realloc take the allocator of the request also where its fallback
// allocator has served it, one or two steps on.
#include <omp.h>
#include <stdio.h>

int main(void)
{
  omp_alloctrait_t last[] = {{omp_atk_access, omp_atv_all}, {omp_atk_pool_size, 512}, {omp_atk_fallback, omp_atv_allocator_fb},
                             {omp_atk_fb_data, (omp_uintptr_t)omp_default_mem_alloc}};
  omp_allocator_handle_t a = omp_init_allocator(omp_default_mem_space, 4, last);
  last[3].value = (omp_uintptr_t)a;
  omp_allocator_handle_t b = omp_init_allocator(omp_default_mem_space, 4, last);
  char *small = omp_alloc(100, a), *p = omp_alloc(768, a), *q = omp_alloc(1000, b);
  p[767] = 7;
  q[0] = 8;
  q = omp_realloc(q, 2000, omp_default_mem_alloc, b);
  int bad = !small || p[767] != 7 || q[0] != 8;
  omp_free(q, omp_default_mem_alloc);
  omp_free(p, a);
  omp_free(small, a);
  omp_destroy_allocator(b);
  omp_destroy_allocator(a);
  puts(bad ? "wrong" : "ok");
  return bad;
}
