// A kernel frees what omp_target_alloc gave to the host.
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int dev = omp_get_default_device();
  int *d = omp_target_alloc(4 * sizeof *d, dev);
#pragma omp target is_device_ptr(d)
  {
    d[0] = 1;
#ifdef MISTAKE
    free(d);
#endif
  }
  omp_target_free(d, dev);
  puts("ok");
  return 0;
}
