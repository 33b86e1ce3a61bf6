#include <stdio.h>

int main(void)
{
  int a[10];
  for (int i = 0; i < 10; i++)
    a[i] = i;
#pragma omp target map(tofrom: a[3:4])
  for (int i = 3; i < 7; i++)
    a[i] += 100;
  int bad = 0;
  for (int i = 0; i < 10; i++)
    bad += a[i] != (i >= 3 && i < 7 ? i + 100 : i);
  puts(bad == 0 ? "ok" : "a section is not mapped as written");
  return 0;
}
