// Weak variables in device code: one that nothing defines has no address, others keep their values.
#include <stdio.h>
#pragma omp begin declare target
extern __attribute__((weak)) int nowhere;
__attribute__((weak)) int here = 5;
__attribute__((weak)) int zero;
extern int array[2] __attribute__((weak));
int *const table[] = {&nowhere, &here};
static int get(void)
{
  return (&nowhere ? nowhere : 7) + here * 10 + zero * 100 + (array ? 1 : 0) * 1000 + (table[0] == 0) * 10000 + (table[1] == &here) * 100000;
}
#pragma omp end declare target
int main(void)
{
  int r = 0;
#pragma omp target map(from: r)
  r = get();
  printf("%s\n", r == 110057 ? "ok" : "wrong");
  return r != 110057;
}
