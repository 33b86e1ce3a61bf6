// only: device
// gcc: no (gcc-12 does not know uses_allocators)
// Alignments that an allocate clause or directive, or an allocator's trait asks for
// (5.2 §6.2, §6.5, §6.6), also of variable length arrays.
#include <omp.h>
#include <stdint.h>
#include <stdio.h>

static int aligned(const volatile void *p, int to) { return (uintptr_t)p % to == 0; }

int main(void)
{
  int r[6] = {0}, x = 5, y = 6, n = 37;
  char z = 3;
  const omp_alloctrait_t traits[] = {{omp_atk_access, omp_atv_all}, {omp_atk_alignment, 256}};
  omp_allocator_handle_t own;
#pragma omp target uses_allocators(traits(traits): own) allocate(own: x) firstprivate(x) map(tofrom: r)
  {
    char *p = omp_alloc(10, own), *q = omp_alloc(10, own), *s = omp_aligned_alloc(512, 10, own);
    r[0] = aligned(&x, 256) && x == 5;
    r[1] = aligned(p, 256) && aligned(q, 256) && aligned(s, 512);
    omp_free(p, own);
    omp_free(q, own);
    omp_free(s, omp_null_allocator);
  }
  r[2] = 1;
#pragma omp target teams distribute parallel for private(z) firstprivate(y) map(tofrom: r) uses_allocators(omp_default_mem_alloc) \
    allocate(allocator(omp_default_mem_alloc), align(128): z) allocate(align(64), allocator(omp_default_mem_alloc): y)
  for (int i = 0; i < 100; i++) {
    z = i;
    if (!aligned(&z, 128) || !aligned(&y, 64) || y != 6)
      r[2] = 0;
  }
  r[3] = r[4] = 1;
#pragma omp target teams num_teams(2) map(tofrom: r)
  {
    char v[n], w[n + 2];
#pragma omp allocate(v, w) allocator(omp_default_mem_alloc) align(512)
    if (!aligned(v, 512) || !aligned(w, 512))
      r[3] = 0;
#pragma omp parallel num_threads(4)
    {
      char u[n];
#pragma omp allocate(u) allocator(omp_default_mem_alloc) align(128)
      u[n-1] = 1;
      if (!aligned(u, 128))
        r[4] = 0;
    }
  }
  for (int i = 0; i < 5; i++)
    if (!r[i]) {
      printf("%d\n", i);
      return 1;
    }
  puts("ok");
  return 0;
}
