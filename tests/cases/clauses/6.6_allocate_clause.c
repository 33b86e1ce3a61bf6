// gcc: no (gcc-12 has no uses_allocators)
#include <omp.h>
#include <stdio.h>

int main(void)
{
  int x = 5, r = 0;
#pragma omp target map(tofrom: r)
#pragma omp parallel num_threads(2) private(x) allocate(omp_thread_mem_alloc: x)
  {
    x = omp_get_thread_num() + 1;
    if (x == 1)
      r = x;
  }
#pragma omp target teams num_teams(2) private(x) uses_allocators(omp_default_mem_alloc) \
    allocate(omp_default_mem_alloc: x) map(tofrom: r)
  {
    x = 10;
    if (omp_get_team_num() == 0)
      r += x;
  }
  puts(r == 11 && x == 5 ? "ok" : "the allocate clause");
  return 0;
}
