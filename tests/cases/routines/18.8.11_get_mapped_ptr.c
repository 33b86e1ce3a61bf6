// only: device
#include <omp.h>
#include <stdio.h>

int main(void)
{
  int a[4] = {1, 2, 3, 4}, d = omp_get_default_device(), bad = 0, r = 0;
  bad += omp_get_mapped_ptr(a, d) != NULL;
#pragma omp target data map(to: a)
  {
    int *p = omp_get_mapped_ptr(a, d), *q = omp_get_mapped_ptr(&a[2], d);
    bad += p == NULL || q != p + 2;
#pragma omp target is_device_ptr(p) map(from: r)
    r = p[3];
  }
  bad += r != 4 || omp_get_mapped_ptr(a, omp_get_initial_device()) != (void *)a;
  puts(bad == 0 ? "ok" : "omp_get_mapped_ptr");
  return 0;
}
