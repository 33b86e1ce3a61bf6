#include <stdio.h>

int main(void)
{
  int a[100];
#pragma omp target map(from: a)
  for (int i = 0; i < 100; i++)
    a[i] = 3 * i;
  int bad = 0;
  for (int i = 0; i < 100; i++)
    bad += a[i] != 3 * i;
  puts(bad == 0 ? "ok" : "from does not copy back");
  return 0;
}
