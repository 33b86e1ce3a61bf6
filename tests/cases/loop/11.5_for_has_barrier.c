#include <stdio.h>

int main(void)
{
  int a[64], b[64];
#pragma omp target map(from: b) map(alloc: a)
#pragma omp parallel num_threads(4)
  {
#pragma omp for
    for (int i = 0; i < 64; i++)
      a[i] = i;
#pragma omp for
    for (int i = 0; i < 64; i++)
      b[i] = a[63 - i];
  }
  int bad = 0;
  for (int i = 0; i < 64; i++)
    bad += b[i] != 63 - i;
  puts(bad == 0 ? "ok" : "no barrier after for");
  return 0;
}
