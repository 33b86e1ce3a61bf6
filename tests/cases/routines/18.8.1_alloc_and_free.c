// only: device
#include <omp.h>
#include <stdio.h>

int main(void)
{
  int d = omp_get_default_device(), r = 0;
  int *p = omp_target_alloc(100 * sizeof *p, d);
  if (!p) {
    puts("no memory");
    return 0;
  }
#pragma omp target is_device_ptr(p) map(from: r)
  {
    for (int i = 0; i < 100; i++)
      p[i] = i;
    r = p[99];
  }
  omp_target_free(p, d);
  omp_target_free(NULL, d);
  puts(r == 99 ? "ok" : "omp_target_alloc");
  return 0;
}
