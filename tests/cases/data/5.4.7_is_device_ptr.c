// gcc: no (gcc-12 without devices gives no memory by omp_target_alloc on a device number)
#include <omp.h>
#include <stdio.h>

int main(void)
{
  int d = omp_get_default_device(), n = 20, r[20];
  int *p = omp_target_alloc(n * sizeof *p, d);
#pragma omp target is_device_ptr(p)
  for (int i = 0; i < n; i++)
    p[i] = i + 1;
#pragma omp target is_device_ptr(p) map(from: r)
  for (int i = 0; i < n; i++)
    r[i] = p[i] * 2;
  omp_target_free(p, d);
  puts(r[0] == 2 && r[19] == 40 ? "ok" : "is_device_ptr");
  return 0;
}
