// gcc: no (gcc-12 does not know uses_allocators)
// A region has the allocators that its clause creates, on the host too (5.2 §6.8).
#include <omp.h>
#include <stdint.h>
#include <stdio.h>

int main(void)
{
  const omp_alloctrait_t traits[] = {{omp_atk_alignment, 256}};
  omp_allocator_handle_t own, plain;
  int ok = 0;
#pragma omp target uses_allocators(traits(traits): own) uses_allocators(memspace(omp_default_mem_space): plain) map(tofrom: ok)
  {
    char *p = omp_alloc(10, own), *q = omp_alloc(10, plain);
    ok = p && q && (uintptr_t)p % 256 == 0;
    unsigned char *z = omp_calloc(3, 7, own), *a = omp_aligned_calloc(512, 5, 2, own), *d = omp_calloc(4, 4, omp_default_mem_alloc);
    ok = ok && z && a && d && (uintptr_t)z % 256 == 0 && (uintptr_t)a % 512 == 0 && (uintptr_t)d % 16 == 0;
    for (int i = 0; ok && i < 21; i++)
      ok = z[i] == 0 && (i >= 10 || a[i] == 0) && (i >= 16 || d[i] == 0);
    size_t many = (size_t)1 << 33;
    ok = ok && !omp_calloc(many, many, own) && !omp_calloc(0, 4, own) && !omp_aligned_calloc(64, 4, 0, plain);
    omp_free(z, own);
    omp_free(a, own);
    omp_free(d, omp_default_mem_alloc);
    omp_free(p, own);
    omp_free(q, plain);
  }
  puts(ok ? "ok" : "allocators");
  return 0;
}
