// only: device
#include <omp.h>
#include <stdio.h>

int main(void)
{
#pragma omp target
  ; // a program without device code has no devices
  int x = 0, d = omp_get_default_device(), bad = 0;
  bad += omp_target_is_accessible(&x, sizeof x, omp_get_initial_device()) == 0;
  bad += omp_target_is_accessible(&x, sizeof x, d) < 0;
  puts(bad == 0 ? "ok" : "omp_target_is_accessible");
  return 0;
}
