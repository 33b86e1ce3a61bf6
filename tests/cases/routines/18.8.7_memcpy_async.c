// only: device
#include <omp.h>
#include <stdio.h>

int main(void)
{
#pragma omp target
  ; // a program without device code has no devices
  int h = omp_get_initial_device(), d = omp_get_default_device(), a[4] = {1, 2, 3, 4}, b[4] = {0}, bad = 0;
  int *p = omp_target_alloc(sizeof a, d);
  omp_depend_t dep;
#pragma omp depobj(dep) depend(inout: a)
  bad += omp_target_memcpy_async(p, a, sizeof a, 0, 0, d, h, 1, &dep) != 0;
  bad += omp_target_memcpy_async(b, p, sizeof b, 0, 0, h, d, 1, &dep) != 0;
#pragma omp taskwait
#pragma omp depobj(dep) destroy
  bad += b[0] != 1 || b[3] != 4;
  omp_target_free(p, d);
  puts(bad == 0 ? "ok" : "omp_target_memcpy_async");
  return 0;
}
