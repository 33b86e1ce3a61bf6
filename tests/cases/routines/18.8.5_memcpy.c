// only: device
#include <omp.h>
#include <stdio.h>

int main(void)
{
#pragma omp target
  ; // a program without device code has no devices
  int h = omp_get_initial_device(), d = omp_get_default_device(), bad = 0;
  int a[8] = {0, 1, 2, 3, 4, 5, 6, 7}, b[8] = {0};
  char *p = omp_target_alloc(sizeof a, d), *q = omp_target_alloc(sizeof a, d);
  bad += omp_target_memcpy(p, a, sizeof a, 0, 0, d, h) != 0;
  bad += omp_target_memcpy(q, p, 4 * sizeof(int), 0, 2 * sizeof(int), d, d) != 0;
  bad += omp_target_memcpy(b, q, 4 * sizeof(int), 4 * sizeof(int), 0, h, d) != 0;
  bad += b[3] != 0 || b[4] != 2 || b[7] != 5;
  bad += omp_target_memcpy(b, a, sizeof(int), 0, sizeof(int), h, h) != 0 || b[0] != 1;
  omp_target_free(p, d);
  omp_target_free(q, d);
  puts(bad == 0 ? "ok" : "omp_target_memcpy");
  return 0;
}
