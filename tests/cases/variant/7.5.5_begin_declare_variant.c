// gcc: no (gcc-12 does not know begin declare variant)
// begin declare variant: the functions defined in its region are variants of those with their names.
#include <stdio.h>

static int where(int x);
static long twice(long x) { return 2 * x; }

#pragma omp begin declare variant match(device = {kind(nohost)})
static int where(int x) { return 100 + x; }
__attribute__((noinline)) static long twice(long x) { return 2 * x + 1000; }
#pragma omp end declare variant

#pragma omp begin declare variant match(implementation = {vendor(nobody)})
static int where(int x) { return unknown_builtin(x); }
#pragma omp end declare variant

static int where(int x) { return x; }

int main(void) {
  int d = 0;
  long t = 0;
  int device = 0;
#pragma omp target map(from : d, t, device)
  {
    d = where(1);
    t = twice(4);
    extern int omp_is_initial_device(void);
    device = !omp_is_initial_device();
  }
  if (d != (device ? 101 : 1) || t != (device ? 1008 : 8))
    return printf("device %d: %d %ld\n", device, d, t), 1;
  if (where(2) != 2 || twice(5) != 10)
    return printf("host: %d %ld\n", where(2), twice(5)), 1;
  printf("ok\n");
}
