// only: device
// Device memory is freed twice.
#include <omp.h>
#include <stdio.h>

int main(void) {
  int first = 0, dev = omp_get_default_device();
  int *d = omp_target_alloc(sizeof *d, dev);
#pragma omp target is_device_ptr(d) map(from: first)
  first = *d = 1;
  omp_target_free(d, dev);
#ifdef MISTAKE
  omp_target_free(d, dev);
#endif
  puts(first == 1 ? "ok" : "wrong");
  return 0;
}
