#include <stdio.h>

int main(void)
{
  int s = 0;
#pragma omp target map(tofrom: s)
#pragma omp teams reduction(+: s)
#pragma omp distribute
  for (int i = 0; i < 10; i++) {
    int t = 0;
#pragma omp parallel for reduction(+: t)
    for (int j = 0; j < 10; j++)
      t += i * j;
    s += t;
  }
  puts(s == 2025 ? "ok" : "reductions in two levels");
  return 0;
}
