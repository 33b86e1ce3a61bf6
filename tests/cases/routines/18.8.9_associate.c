// only: device
#include <omp.h>
#include <stdio.h>

int main(void)
{
  int d = omp_get_default_device(), h = omp_get_initial_device(), a[10], bad = 0;
  for (int i = 0; i < 10; i++)
    a[i] = i;
  int *p = omp_target_alloc(sizeof a, d);
  bad += omp_target_associate_ptr(a, p, sizeof a, 0, d) != 0;
  bad += !omp_target_is_present(a, d);
#pragma omp target map(tofrom: a)
  for (int i = 0; i < 10; i++)
    a[i] = 50 + i;
  bad += a[0] != 0; /* associated storage has an infinite count: nothing is copied */
  int b[10];
  bad += omp_target_memcpy(b, p, sizeof b, 0, 0, h, d) != 0 || b[9] != 59;
  bad += omp_target_disassociate_ptr(a, d) != 0;
  bad += omp_target_is_present(a, d) != 0;
  omp_target_free(p, d);
  puts(bad == 0 ? "ok" : "omp_target_associate_ptr");
  return 0;
}
