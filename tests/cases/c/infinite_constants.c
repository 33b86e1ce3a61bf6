// Floating constants beyond their type are infinite, as in gcc (C17 6.4.4.2p4 gives no value for them).
#include <stdio.h>
#pragma omp declare target
static double big[] = { 1e400, -1e309 };
static int all(double *o)
{
  int n = 0;
  o[n++] = 1e400;
  o[n++] = -1e400 * 2;
  o[n++] = 5e400f;
  o[n++] = 1e39f;
  o[n++] = 0x1p5000;
  o[n++] = 1e-400;
  o[n++] = 1e308;
  o[n++] = big[0] + 1;
  o[n++] = big[1];
  o[n++] = sizeof 1e400 + 10 * sizeof 1e400f;
  return n;
}
#pragma omp end declare target
int main(void)
{
  double o[16];
  int n = 0;
  #pragma omp target map(from: o) map(tofrom: n)
  n = all(o);
  for (int i = 0; i < n; i++) printf("%g%s", o[i], i + 1 < n ? " " : "\n");
  return 0;
}
