#include <omp.h>
#include <stdio.h>

int main(void)
{
  int bad = 0, n = omp_get_num_devices();
  bad += n < 0;
  bad += !omp_is_initial_device();
  bad += omp_get_device_num() != omp_get_initial_device();
  omp_set_default_device(0);
  bad += omp_get_default_device() != 0;
  puts(bad == 0 ? "ok" : "device numbers");
  return 0;
}
