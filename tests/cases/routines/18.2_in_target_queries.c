// only: device
#include <omp.h>
#include <stdio.h>

int main(void)
{
  int bad = 0;
#pragma omp target map(tofrom: bad)
  {
    bad += omp_get_num_teams() != 1;
    bad += omp_get_team_num() != 0;
    bad += omp_get_level() != 0;
    bad += omp_get_active_level() != 0;
    bad += omp_get_max_threads() < 1;
    bad += omp_get_num_procs() < 1;
    bad += omp_get_thread_limit() < 1;
    bad += omp_in_final() != 0 && omp_in_final() != 1;
    bad += omp_get_ancestor_thread_num(0) != 0;
    bad += omp_get_team_size(0) != 1;
    bad += omp_get_ancestor_thread_num(5) != -1;
  }
  puts(bad == 0 ? "ok" : "queries in a target region");
  return 0;
}
