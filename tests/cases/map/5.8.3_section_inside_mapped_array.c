#include <stdio.h>

int main(void)
{
  int a[100];
  for (int i = 0; i < 100; i++)
    a[i] = i;
#pragma omp target data map(tofrom: a)
  {
#pragma omp target map(tofrom: a[10:5])
    for (int i = 10; i < 15; i++)
      a[i] = 0;
    int *q = a + 50;
#pragma omp target map(tofrom: q[0:10])
    for (int i = 0; i < 10; i++)
      q[i] = 1;
  }
  int bad = 0;
  for (int i = 0; i < 100; i++)
    bad += a[i] != (i >= 10 && i < 15 ? 0 : i >= 50 && i < 60 ? 1 : i);
  puts(bad == 0 ? "ok" : "a section of mapped storage");
  return 0;
}
