// only: device
#include <omp.h>
#include <stdio.h>

int main(void)
{
  int a[10], b = 0, d = omp_get_default_device(), bad = 0;
  bad += omp_target_is_present(a, d) != 0;
#pragma omp target data map(alloc: a)
  {
    bad += !omp_target_is_present(a, d);
    bad += !omp_target_is_present(&a[5], d);
    bad += omp_target_is_present(&b, d) != 0;
  }
  bad += omp_target_is_present(a, d) != 0;
  bad += !omp_target_is_present(a, omp_get_initial_device());
  puts(bad == 0 ? "ok" : "omp_target_is_present");
  return 0;
}
