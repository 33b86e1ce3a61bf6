// env: OMPCC_CPU_DEVICES=2
// only: device
// Memory of one device is used on another.
#include <omp.h>
#include <stdio.h>

#ifdef MISTAKE
#define OWNER 1
#else
#define OWNER 0
#endif

int main(void) {
  int got = 0;
  int *d = omp_target_alloc(16 * sizeof *d, OWNER);
#pragma omp target device(0) is_device_ptr(d)
  d[2] = 7;
  omp_target_memcpy(&got, d, sizeof got, 0, 2 * sizeof got, omp_get_initial_device(), 0);
  omp_target_free(d, OWNER);
  puts(got == 7 ? "ok" : "wrong");
  return 0;
}
