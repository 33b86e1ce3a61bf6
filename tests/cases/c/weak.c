// A weak function that nothing defines is null in device code, as on the host.
#include <stdio.h>
#pragma omp begin declare target
__attribute__((weak)) int hook(int);
__attribute__((weak)) int chosen(int x) { return x + 1; }
__attribute__((weak)) extern void never(double, char *);
static int use(int x)
{
  if (never) never(1, 0);
  return hook ? hook(x) : chosen(x);
}
#pragma omp end declare target
int main(void)
{
  int r = 4;
#pragma omp target map(r)
  r = use(r) * 10 + (hook == 0);
  printf("%s\n", r == 51 ? "ok" : "wrong");
  return r != 51;
}
