// flags: -O2
// gcc: no (gcc-12 does not know uses_allocators)
// OpenMP 5.2 §6.6: private arrays in memory of predefined allocators, and of one with an alignment, on the host and in the
// host's version of a target region, whose code expects arrays of 16 bytes and more to be aligned as such.
#include <omp.h>
#include <stdio.h>

int main(void)
{
  int small[4] = {1, 2, 3, 4}, bad = 0;
  double big[64] = {1};
  omp_alloctrait_t traits[] = {{omp_atk_alignment, 64}};
  omp_allocator_handle_t own = omp_init_allocator(omp_default_mem_space, 1, traits);
#pragma omp parallel num_threads(4) firstprivate(small) allocate(omp_thread_mem_alloc : small) reduction(+ : bad)
  {
    for (int i = 0; i < 4; i++)
      small[i] += i;
    bad += small[3] != 7;
  }
#pragma omp parallel num_threads(4) firstprivate(big) allocate(big) reduction(+ : bad)
  {
    for (int i = 0; i < 64; i++)
      big[i]++;
    bad += big[0] != 2;
  }
#pragma omp parallel num_threads(4) private(big) allocate(own : big) reduction(+ : bad)
  {
    for (int i = 0; i < 64; i++)
      big[i] = i;
    bad += big[63] != 63 || (size_t)big % 64 != 0;
  }
  omp_destroy_allocator(own);
#pragma omp target map(tofrom : bad) firstprivate(small) uses_allocators(omp_thread_mem_alloc)
#pragma omp parallel num_threads(4) firstprivate(small) allocate(omp_thread_mem_alloc : small) reduction(+ : bad)
  {
    for (int i = 0; i < 4; i++)
      small[i] += i;
    bad += small[3] != 7;
  }
  puts(bad ? "wrong" : "ok");
  return bad;
}
