#include <omp.h>
int shared;
void set(void)
{
  omp_set_num_threads(0);
  omp_set_schedule((omp_sched_t)9, 4);
  omp_set_schedule(omp_sched_static | omp_sched_monotonic, 0);
  omp_set_max_active_levels(-1);
  omp_set_num_teams(-2);
  omp_set_teams_thread_limit(0);
#pragma omp parallel num_threads(2)
#pragma omp atomic
  shared++;
}
