// gpu: no (the host writes to a device address, which only the memory of a CPU device lets it do)
// What a library may have written to a device address that it is given counts as having a value.
#include <stdio.h>
#include <stdlib.h>

static void library(int *p, int n) {
  for (int i = 0; i < n; i++)
    p[i] = 1;
}

int main(void) {
  int *p = malloc(32 * sizeof *p), sum = 0;
#pragma omp target data map(alloc: p[0:32])
  {
#ifndef MISTAKE
#pragma omp target data use_device_ptr(p)
    library(p, 32);
#endif
#pragma omp target map(tofrom: sum)
    for (int i = 0; i < 32; i++)
      sum += p[i];
  }
  puts(sum == 32 ? "ok" : "wrong");
  free(p);
  return 0;
}
