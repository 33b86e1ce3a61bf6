// gcc: no (libgomp has no such device routines)
// OpenMP 5.2 §18: routines whose effect in a target region is unspecified or none can be
// called there; device numbers stay consistent.
#include <omp.h>
#include <stdio.h>

int main(void) {
  int bad = 0;
  #pragma omp target map(tofrom: bad)
  {
    omp_sched_t kind;
    int chunk = -1;
    omp_set_default_device(0);
    omp_set_dynamic(0);
    omp_set_schedule(omp_sched_static, 1);
    omp_get_schedule(&kind, &chunk);
    bad |= omp_get_default_device() < -1 || omp_get_num_devices() < 0;
    if (!omp_is_initial_device())
      bad |= (omp_get_device_num() >= omp_get_num_devices()) << 1 | (omp_get_device_num() == omp_get_initial_device()) << 2 |
             (chunk != 1) << 3;
    bad |= (omp_get_num_places() < 0) << 4 | (omp_get_cancellation() > 1) << 5;
  }
  printf(bad ? "wrong: %d\n" : "ok\n", bad);
  return bad;
}
