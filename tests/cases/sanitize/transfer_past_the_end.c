// only: device
// The host copies more to the device than was allocated there.
#include <omp.h>
#include <stdio.h>

#ifdef MISTAKE
#define COUNT 9
#else
#define COUNT 10
#endif

int main(void) {
  int x[10] = {0}, first = 1, dev = omp_get_default_device();
  int *d = omp_target_alloc(COUNT * sizeof *d, dev);
  omp_target_memcpy(d, x, sizeof x, 0, 0, dev, omp_get_initial_device());
#pragma omp target is_device_ptr(d) map(from: first)
  first = d[0];
  omp_target_free(d, dev);
  puts(first == 0 ? "ok" : "wrong");
  return 0;
}
