// only: device
#include <omp.h>
#include <stdio.h>

int main(void)
{
  int a[4] = {0}, d = omp_get_default_device(), bad = 0;
#pragma omp target enter data map(to: a)
#pragma omp target enter data map(to: a)
  bad += !omp_target_is_present(a, d);
#pragma omp target exit data map(release: a)
  bad += !omp_target_is_present(a, d);
#pragma omp target exit data map(release: a)
  bad += omp_target_is_present(a, d) != 0;
  puts(bad == 0 ? "ok" : "reference counts");
  return 0;
}
