// A device address is kept beyond the end of the data region that it came from.
#include <stdio.h>

int main(void) {
  int x[10], *d = x;
  for (int i = 0; i < 10; i++)
    x[i] = i;
#pragma omp target data map(tofrom: x)
  {
#pragma omp target data use_device_addr(x)
    d = x;
#ifndef MISTAKE
#pragma omp target is_device_ptr(d)
    d[3] = 42;
#endif
  }
#ifdef MISTAKE
#pragma omp target is_device_ptr(d)
  d[3] = 42;
#endif
  puts(x[3] == 42 ? "ok" : "wrong");
  return 0;
}
