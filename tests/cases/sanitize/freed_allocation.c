// Device memory is used after omp_target_free.
#include <omp.h>
#include <stdio.h>

int main(void) {
  int sum = 0, dev = omp_get_default_device();
  int *d = omp_target_alloc(10 * sizeof *d, dev);
#pragma omp target is_device_ptr(d)
  for (int i = 0; i < 10; i++)
    d[i] = i;
#ifdef MISTAKE
  omp_target_free(d, dev);
#endif
#pragma omp target is_device_ptr(d) map(tofrom: sum)
  for (int i = 0; i < 10; i++)
    sum += d[i];
#ifndef MISTAKE
  omp_target_free(d, dev);
#endif
  puts(sum == 45 ? "ok" : "wrong");
  return 0;
}
