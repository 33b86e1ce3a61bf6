// gcc: no (gcc-12 does not know the allocate directive)
// OpenMP 5.2 §6.5, §6.7: align of the allocate directive, for variables of the file and of functions, static ones, arrays and
// variable-length arrays, on the host whichever its compiler is and in device code.
#include <omp.h>
#include <stdio.h>

static int file_, *at = &file_, list[3] = {1, 2, 3};
#pragma omp allocate(file_, list) allocator(omp_large_cap_mem_alloc) align(128)

int main(void)
{
  int n = 5, bad = 0, device = 0;
  double a[10] = {1}, vla[n];
  char c = 'x', d = 1;
#pragma omp allocate(c, a, vla) align(2 * 32)
  static char kept = 3;
#pragma omp allocate(kept) allocator(omp_default_mem_alloc) align(256)
  bad |= (size_t)&file_ % 128 || (size_t)list % 128;
  bad |= (size_t)a % 64 || (size_t)vla % 64 || (size_t)&c % 64 ? 2 : 0;
  bad |= (size_t)&kept % 256 ? 4 : 0;
  bad |= a[0] + c + d + kept + list[2] + *at != 1 + 'x' + 1 + 3 + 3 ? 8 : 0;
#pragma omp target map(from : device)
  {
    char q = 1, z[10];
#pragma omp allocate(q, z) allocator(omp_default_mem_alloc) align(64)
    device = (size_t)&q % 64 || (size_t)z % 64 || q != 1 ? 16 : 0;
  }
  bad |= device;
  if (bad)
    printf("wrong: %x\n", bad);
  else
    puts("ok");
  return bad;
}
