// gcc: no (gcc-12 does not know indirect)
#include <stdio.h>

#pragma omp begin declare target indirect
static int twice(int x) { return 2 * x; }
static int thrice(int x) { return 3 * x; }
#pragma omp end declare target

/* What indirect(0) says does not hold: it may be beside device_type(nohost). */
#pragma omp begin declare target device_type(nohost) indirect(0)
static int on_device(int x) { return x; }
#pragma omp end declare target

int main(void)
{
  /* Pointers to the host's functions call the device's versions (5.2 7.8.3). */
  int (*f[2])(int) = {twice, thrice}, r = 0;
#pragma omp target map(to: f) map(from: r)
  r = f[0](on_device(10)) + f[1](1);
  puts(r == 23 ? "ok" : "indirect");
  return 0;
}
