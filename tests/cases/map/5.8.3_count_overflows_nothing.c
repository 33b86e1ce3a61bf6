// only: device
#include <omp.h>
#include <stdio.h>

int main(void)
{
  int a[4] = {1, 2, 3, 4}, d = omp_get_default_device(), ok;
  for (int k = 0; k < 1000; k++) {
#pragma omp target enter data map(to: a)
  }
  for (int k = 0; k < 999; k++) {
#pragma omp target exit data map(release: a)
  }
  ok = omp_target_is_present(a, d);
#pragma omp target exit data map(release: a)
  puts(ok && !omp_target_is_present(a, d) ? "ok" : "a thousand references");
  return 0;
}
