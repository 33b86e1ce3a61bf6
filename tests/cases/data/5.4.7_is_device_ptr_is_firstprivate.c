// only: device
#include <omp.h>
#include <stdio.h>

int main(void)
{
  int d = omp_get_default_device(), r = 0;
  int *p = omp_target_alloc(4 * sizeof *p, d), *saved = p;
#pragma omp target is_device_ptr(p) map(from: r)
  {
    p[1] = 5;
    p = p + 1;
    r = *p;
  }
  omp_target_free(saved, d);
  puts(r == 5 && p == saved ? "ok" : "is_device_ptr");
  return 0;
}
