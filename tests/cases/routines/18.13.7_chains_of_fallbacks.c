// gcc: no (gcc-12 has no fallback to an allocator with fallback)
// Memory that a chain of fallbacks served, moved and freed by the first allocator.
#include <omp.h>
#include <stdio.h>
#include <string.h>
int main(void) { int bad = 0;
  omp_alloctrait_t small[] = {{omp_atk_pool_size, 256}, {omp_atk_fallback, omp_atv_default_mem_fb}};
  omp_allocator_handle_t a = omp_init_allocator(omp_default_mem_space, 2, small);
  omp_alloctrait_t chain[] = {{omp_atk_pool_size, 64}, {omp_atk_fallback, omp_atv_allocator_fb}, {omp_atk_fb_data, (omp_uintptr_t)a}, {omp_atk_alignment, 64}};
  omp_allocator_handle_t b = omp_init_allocator(omp_default_mem_space, 4, chain);
  void *p[8]; for (int i = 0; i < 8; i++) { p[i] = omp_alloc(200, i & 1 ? b : a); bad |= !p[i]; if (p[i]) memset(p[i], i, 200); }
  p[3] = omp_realloc(p[3], 5000, b, b); bad |= !p[3] || ((char *)p[3])[199] != 3;
  void *c = omp_calloc(50, 100, b); bad |= !c || ((char *)c)[4999];
  void *al = omp_aligned_alloc(256, 1024, b); bad |= !al || (unsigned long)al % 256;
  for (int i = 0; i < 8; i++) omp_free(p[i], i & 1 ? b : a);
  omp_free(c, b); omp_free(al, omp_null_allocator); omp_free(NULL, a);
  void *again = omp_alloc(200, a); bad |= !again; omp_free(again, a);
  omp_destroy_allocator(b); omp_destroy_allocator(a);
  printf(bad ? "wrong\n" : "ok\n"); return bad; }
