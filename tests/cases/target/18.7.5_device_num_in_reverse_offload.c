// gcc: no (gcc-12 does not implement reverse offload)
// only: device
/* OpenMP 5.2 §18.7.5, §18.7.6, §13.8: the device of a reverse-offload region is the host, also for the routines that functions call there. */
#include <omp.h>
#include <stdio.h>
#pragma omp requires reverse_offload

static int right;
static void ask(void)
{
  right += omp_get_device_num() == omp_get_initial_device() && omp_is_initial_device() && omp_get_thread_num() == 0 && !omp_in_parallel() &&
           omp_get_level() == 0 && omp_get_num_teams() == 1 && omp_get_team_num() == 0;
}
#pragma omp declare target device_type(host) enter(ask)

int main(void)
{
#pragma omp target
  {
#pragma omp target device(ancestor: 1)
    ask();
  }
#pragma omp target parallel num_threads(4)
  if (omp_get_thread_num() == omp_get_num_threads() - 1) {
#pragma omp target device(ancestor: 1)
    ask();
  }
  puts(right == 2 ? "ok" : "wrong");
  return right != 2;
}
