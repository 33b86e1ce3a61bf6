// gcc: no (gcc-12 does not know uses_allocators)
/* OpenMP 5.2 §6: allocate clauses with team memory, uses_allocators, and the
 * memory routines in a target region. */
#include <stdio.h>
#include <omp.h>

int main(void)
{
  int bad = 0, a[32] = {0};
#pragma omp target teams distribute parallel for map(a) map(tofrom: bad) uses_allocators(omp_pteam_mem_alloc) num_teams(2)
  for (int i = 0; i < 32; i++) a[i] = i;
#pragma omp target teams num_teams(2) thread_limit(4) map(a) uses_allocators(omp_cgroup_mem_alloc)
  {
    int x[8];
#pragma omp parallel num_threads(2) private(x) allocate(omp_pteam_mem_alloc: x)
    {
      x[0] = omp_get_thread_num();
#pragma omp barrier
      if (x[0] == 1) {
#pragma omp atomic write
        a[31] = 131;
      }
    }
  }
  bad += a[0] != 0 || a[30] != 30 || (a[31] != 131 && a[31] != 31);
#pragma omp target map(tofrom: bad) uses_allocators(omp_default_mem_alloc)
  {
    int *p = omp_alloc(8 * sizeof(int), omp_default_mem_alloc);
    for (int i = 0; i < 8; i++) p[i] = i;
    bad += p[7] != 7;
    omp_free(p, omp_default_mem_alloc);
  }
  puts(bad ? "wrong" : "ok");
  return 0;
}
