#include <omp.h>

#pragma omp begin declare target
void set(int threads, int levels) {
  omp_set_num_threads(threads);
  omp_set_schedule(omp_sched_dynamic, 3);
  if (levels >= 0)
    omp_set_max_active_levels(levels);
}
#pragma omp end declare target
