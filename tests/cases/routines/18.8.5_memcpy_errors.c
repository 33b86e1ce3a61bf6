// only: device
#include <omp.h>
#include <stdio.h>

int main(void)
{
#pragma omp target
  ; // a program without device code has no devices
  int h = omp_get_initial_device(), d = omp_get_default_device(), a = 1, bad = 0;
  int *p = omp_target_alloc(sizeof a, d);
  bad += omp_target_memcpy(p, NULL, sizeof a, 0, 0, d, h) == 0;
  bad += omp_target_memcpy(p, &a, 0, 0, 0, d, h) != 0;
  bad += omp_target_disassociate_ptr(&a, d) == 0;
  omp_target_free(p, d);
  puts(bad == 0 ? "ok" : "errors of memory routines");
  return 0;
}
