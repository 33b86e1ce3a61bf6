// only: device
#include <omp.h>
#include <stdio.h>

int main(void)
{
  int a[4] = {1, 2, 3, 4}, d = omp_get_default_device(), bad = 0;
#pragma omp target enter data map(to: a) device(d)
  bad += !omp_target_is_present(a, d);
#pragma omp target map(a) device(d)
  a[0] = 10;
#pragma omp target exit data map(from: a) device(d)
  bad += a[0] != 10 || omp_target_is_present(a, d);
  puts(bad == 0 ? "ok" : "device on enter and exit data");
  return 0;
}
