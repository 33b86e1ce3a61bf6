// only: device
#include <omp.h>
#include <stdio.h>

int main(void)
{
  int host = 1, n = -1, inside = -1;
#pragma omp target map(tofrom: host, n, inside)
  {
    host = omp_is_initial_device();
    inside = omp_get_device_num();
  }
  n = omp_get_num_devices();
  puts(!host && n >= 1 && inside == omp_get_default_device() ? "ok" : "omp_is_initial_device");
  return 0;
}
