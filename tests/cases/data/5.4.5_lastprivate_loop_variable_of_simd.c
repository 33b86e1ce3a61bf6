#include <stdio.h>

int main(void)
{
  int i, a[20];
#pragma omp target map(from: a) map(tofrom: i)
#pragma omp simd lastprivate(i)
  for (i = 0; i < 20; i++)
    a[i] = i;
  puts(i == 20 && a[19] == 19 ? "ok" : "lastprivate(i) on simd");
  return 0;
}
