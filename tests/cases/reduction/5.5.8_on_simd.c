#include <stdio.h>

int main(void)
{
  int s = 0, a[100];
  for (int i = 0; i < 100; i++)
    a[i] = i;
#pragma omp target map(tofrom: s) map(to: a)
#pragma omp simd reduction(+: s)
  for (int i = 0; i < 100; i++)
    s += a[i];
  puts(s == 4950 ? "ok" : "reduction on simd");
  return 0;
}
