// only: device
#include <omp.h>
#include <stdio.h>

int main(void)
{
  int a[4] = {0}, d = omp_get_default_device(), bad = 0;
#pragma omp target enter data map(to: a)
#pragma omp target enter data map(to: a)
#pragma omp target exit data map(delete: a)
  bad += omp_target_is_present(a, d) != 0;
#pragma omp target exit data map(delete: a)
  bad += omp_target_is_present(a, d) != 0;
  puts(bad == 0 ? "ok" : "delete");
  return 0;
}
