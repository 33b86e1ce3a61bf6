// only: device
// Allocators of target regions, their clauses and directives, and memory of allocators that is mapped (OpenMP 5.2 §6.6, §6.8).
#include <omp.h>
#include <stdio.h>

#include "../check.h"
#define N 1024
int main(void)
{
  int x = 4, y = 0, s = 0, arr[8] = {1, 2, 3, 4, 5, 6, 7, 8}; int out[N];
  #pragma omp target teams distribute parallel for num_teams(2) thread_limit(32) uses_allocators(omp_pteam_mem_alloc, omp_cgroup_mem_alloc, omp_default_mem_alloc) allocate(allocator(omp_default_mem_alloc): x) firstprivate(x) map(from: out)
  for (int i = 0; i < N; i++) { out[i] = x + i; }
  for (int i = 0; i < N; i++) CHECK(out[i] == i + 4);
  #pragma omp target teams num_teams(3) firstprivate(arr) allocate(omp_cgroup_mem_alloc: arr) uses_allocators(omp_cgroup_mem_alloc) reduction(+: s) map(tofrom: s) thread_limit(16)
  {
    #pragma omp parallel for
    for (int i = 0; i < 8; i++) arr[i] *= 2;
    int t = 0;
    for (int i = 0; i < 8; i++) t += arr[i];
    s += t == 72;
  }
  CHECK(s >= 1 && s <= 3 && arr[0] == 1);
  #pragma omp target parallel private(y) allocate(align(64), allocator(omp_thread_mem_alloc): y) uses_allocators(omp_thread_mem_alloc) reduction(+: s) num_threads(4)
  { y = omp_get_thread_num(); if ((unsigned long)&y % 64) s += 1000; s += y >= 0 ? 0 : 1; }
  CHECK(s <= 3);
  int cnt = 0;
  #pragma omp target map(tofrom: cnt)
  {
    int buf[64];
    #pragma omp allocate(buf) allocator(omp_cgroup_mem_alloc)
    #pragma omp parallel num_threads(32)
    {
      #pragma omp for
      for (int i = 0; i < 64; i++) buf[i] = i;
      #pragma omp for reduction(+: cnt)
      for (int i = 0; i < 64; i++) cnt += buf[63 - i] == 63 - i;
    }
  }
  CHECK(cnt == 64);
  omp_alloctrait_t tr[] = {{omp_atk_alignment, 256}, {omp_atk_fallback, omp_atv_abort_fb}, {omp_atk_pinned, omp_atv_false}};
  omp_allocator_handle_t al = omp_init_allocator(omp_default_mem_space, 3, tr);
  double *p = omp_aligned_calloc(512, N, sizeof *p, al);
  CHECK(p && (unsigned long)p % 512 == 0 && p[N - 1] == 0);
  #pragma omp target teams distribute parallel for map(tofrom: p[:N])
  for (int i = 0; i < N; i++) p[i] += i;
  CHECK(p[100] == 100);
  p = omp_realloc(p, 2 * N * sizeof *p, al, al);
  CHECK(p && p[N - 1] == N - 1);
  omp_free(p, al); omp_destroy_allocator(al);
  if (!errors)
    puts("ok");
  return errors != 0;
}
