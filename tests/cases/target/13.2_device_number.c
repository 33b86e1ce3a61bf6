// only: device
#include <omp.h>
#include <stdio.h>

int main(void)
{
  int bad = 0;
  for (int d = 0; d < omp_get_num_devices(); d++) {
    int got = -1;
#pragma omp target device(d) map(from: got)
    got = omp_get_device_num();
    bad += got != d;
  }
  puts(bad == 0 ? "ok" : "device(d)");
  return 0;
}
