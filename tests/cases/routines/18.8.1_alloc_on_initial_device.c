#include <omp.h>
#include <stdio.h>

int main(void)
{
  int h = omp_get_initial_device();
  int *p = omp_target_alloc(4 * sizeof *p, h);
  if (!p)
    return 1;
  p[3] = 9;
  int got = p[3];
  omp_target_free(p, h);
  puts(got == 9 ? "ok" : "omp_target_alloc");
  return 0;
}
