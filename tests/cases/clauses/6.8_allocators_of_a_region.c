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
    omp_free(p, own);
    omp_free(q, plain);
  }
  puts(ok ? "ok" : "allocators");
  return 0;
}
