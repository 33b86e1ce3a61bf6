// gcc: no (gcc-12 knows device_type in the list form only)
#include <stdio.h>

#pragma omp begin declare target device_type(any)
static int both(int x) { return x + 1; }
#pragma omp end declare target

static int host_only(int x) { return x + 2; }
#pragma omp declare target enter(host_only) device_type(host)

int main(void)
{
  int r = 0;
#pragma omp target map(from: r)
  r = both(1);
  puts(r == 2 && host_only(1) == 3 ? "ok" : "device_type");
  return 0;
}
