#include <omp.h>
int f(int *a)
{
  int devices = 0;
#pragma omp target map(from: devices)
  devices = omp_get_num_devices() + omp_get_default_device() + omp_get_initial_device();
#pragma omp target map(tofrom: a[0:1])
  {
    omp_set_default_device(0);
    int *p = omp_target_alloc(4, 0);
    a[0] = omp_target_is_present(p, 0) + (omp_get_mapped_ptr(p, 0) == p);
    omp_target_free(p, 0);
    omp_display_env(0);
  }
  return devices;
}
