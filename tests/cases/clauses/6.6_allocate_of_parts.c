// gcc: no (gcc-12 does not know uses_allocators)
#include <omp.h>
#include <stdio.h>

#define N 24

/* An allocate clause belongs to the parts of a combined construct that copy its items. */
int main(void)
{
  int x = 3, y = 4, s = 0, t = 0, l = -1;
#pragma omp target teams distribute parallel for firstprivate(x) allocate(omp_thread_mem_alloc: x) \
    reduction(+: s) uses_allocators(omp_thread_mem_alloc) map(tofrom: s)
  for (int i = 0; i < N; i++)
    s += x;
#pragma omp target teams distribute parallel for simd private(y) lastprivate(l) allocate(omp_default_mem_alloc: y, l) \
    reduction(+: t) uses_allocators(omp_default_mem_alloc) map(tofrom: t, l)
  for (int i = 0; i < N; i++) {
    y = i;
    t += y;
    l = i;
  }
  puts(s == 3 * N && t == N * (N - 1) / 2 && l == N - 1 && x == 3 && y == 4 ? "ok" : "allocate of parts");
  return 0;
}
