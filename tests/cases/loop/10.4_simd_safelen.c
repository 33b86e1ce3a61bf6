#include <stdio.h>

int main(void)
{
  int a[64];
  for (int i = 0; i < 64; i++)
    a[i] = i;
#pragma omp target map(tofrom: a)
#pragma omp simd safelen(4)
  for (int i = 4; i < 64; i++)
    a[i] = a[i - 4] + 1;
  int w[64], bad = 0;
  for (int i = 0; i < 64; i++)
    w[i] = i;
  for (int i = 4; i < 64; i++)
    w[i] = w[i - 4] + 1;
  for (int i = 0; i < 64; i++)
    bad += a[i] != w[i];
  puts(bad == 0 ? "ok" : "safelen");
  return 0;
}
