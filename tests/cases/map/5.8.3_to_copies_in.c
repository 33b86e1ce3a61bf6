#include <stdio.h>

int main(void)
{
  int a[8], sum = 0;
  for (int i = 0; i < 8; i++)
    a[i] = i * i;
#pragma omp target map(to: a) map(tofrom: sum)
  for (int i = 0; i < 8; i++)
    sum += a[i];
  puts(sum == 140 ? "ok" : "to does not copy in");
  return 0;
}
