#include <stdio.h>

int main(void)
{
  int a[10], *p = a + 5;
  for (int i = 0; i < 10; i++)
    a[i] = i;
#pragma omp target map(tofrom: p[-3:6])
  for (int i = -3; i < 3; i++)
    p[i] += 100;
  int bad = 0;
  for (int i = 0; i < 10; i++)
    bad += a[i] != (i >= 2 && i < 8 ? i + 100 : i);
  puts(bad == 0 ? "ok" : "a section that begins before the pointer");
  return 0;
}
