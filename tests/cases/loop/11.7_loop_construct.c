#include <stdio.h>

int main(void)
{
  int a[100], s = 0;
#pragma omp target teams loop map(from: a)
  for (int i = 0; i < 100; i++)
    a[i] = i;
#pragma omp target parallel loop reduction(+: s) map(tofrom: s) map(to: a)
  for (int i = 0; i < 100; i++)
    s += a[i];
  puts(s == 4950 ? "ok" : "loop");
  return 0;
}
