#include <stdio.h>

int main(void)
{
  int a[10], j = 5;
#pragma omp target map(from: a) map(tofrom: j)
#pragma omp simd linear(j: 3)
  for (int i = 0; i < 10; i++) {
    a[i] = j;
    j += 3;
  }
  int bad = j != 35;
  for (int i = 0; i < 10; i++)
    bad += a[i] != 5 + 3 * i;
  puts(bad == 0 ? "ok" : "linear");
  return 0;
}
