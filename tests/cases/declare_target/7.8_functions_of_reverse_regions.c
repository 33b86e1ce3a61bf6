// gcc: no (gcc-12 has no reverse offload)
/* 5.2 §7.8: a function that an entered function refers to only in a reverse-offload region is not
 * entered: it may use what only the host has. One that is referred to outside of it is. */
#include <stdio.h>
#pragma omp requires reverse_offload

static int counter;
static int on_host(void) { return ++counter; }
static int on_device(int x) { return x + 1; }

static int both(int x)
{
  int n = 0;
#pragma omp target device(ancestor: 1) map(from: n)
  n = on_host();
  return on_device(x) + n;
}
#pragma omp declare target enter(both)

int main(void)
{
  int r = 0;
#pragma omp target map(from: r)
  r = both(4) + both(10);
  puts(r == 19 && counter == 2 ? "ok" : "functions of reverse-offload regions");
  return 0;
}
