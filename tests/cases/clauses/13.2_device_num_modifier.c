#include <omp.h>
#include <stdio.h>

int main(void)
{
  int x = 0, d = omp_get_default_device();
#pragma omp target device(device_num: d) map(from: x)
  x = 3;
  puts(x == 3 ? "ok" : "device(device_num: d)");
  return 0;
}
