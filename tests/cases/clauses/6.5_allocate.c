// gcc: no (gcc-12 has no align clause)
#include <omp.h>
#include <stdio.h>

int main(void)
{
  int bad = 0;
#pragma omp target map(tofrom: bad)
  {
    int t[8];
#pragma omp allocate(t) allocator(omp_default_mem_alloc) align(64)
    for (int i = 0; i < 8; i++)
      t[i] = i;
#pragma omp parallel num_threads(4)
#pragma omp for reduction(+: bad)
    for (int i = 0; i < 8; i++)
      bad += t[i] != i;
  }
  puts(bad == 0 ? "ok" : "allocate");
  return 0;
}
