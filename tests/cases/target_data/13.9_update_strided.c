// only: device
#include <stdio.h>

int main(void)
{
  int a[12];
  for (int i = 0; i < 12; i++)
    a[i] = i;
#pragma omp target data map(to: a)
  {
#pragma omp target
    for (int i = 0; i < 12; i++)
      a[i] = 100 + i;
#pragma omp target update from(a[1:4:3])
  }
  int bad = 0;
  for (int i = 0; i < 12; i++)
    bad += a[i] != (i % 3 == 1 ? 100 + i : i);
  puts(bad == 0 ? "ok" : "update of a strided section");
  return 0;
}
