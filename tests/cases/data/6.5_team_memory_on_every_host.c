// gcc: no (gcc-12 does not know the directive)
#include <omp.h>
#include <stdio.h>

/* The memory of teams and threads in the host's version, too. */
int main(void)
{
  int sum[4] = {0}, bad = 0;
#pragma omp target teams num_teams(4) map(tofrom: sum) uses_allocators(omp_cgroup_mem_alloc)
  {
    int buf[16];
#pragma omp allocate(buf) allocator(omp_cgroup_mem_alloc)
#pragma omp parallel for
    for (int i = 0; i < 16; i++)
      buf[i] = i;
    for (int i = 0; i < 16; i++)
      sum[omp_get_team_num()] += buf[i];
  }
#pragma omp target parallel num_threads(4) map(tofrom: bad) uses_allocators(omp_thread_mem_alloc)
  {
    int own;
#pragma omp allocate(own) allocator(omp_thread_mem_alloc)
    own = omp_get_thread_num();
#pragma omp barrier
    if (own != omp_get_thread_num())
#pragma omp atomic
      bad++;
  }
  puts(sum[0] == 120 && bad == 0 ? "ok" : "team memory");
  return 0;
}
