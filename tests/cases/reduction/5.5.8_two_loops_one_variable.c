#include <stdio.h>

int main(void)
{
  int s = 0;
#pragma omp target map(tofrom: s)
  {
#pragma omp parallel for reduction(+: s) num_threads(4)
    for (int i = 0; i < 100; i++)
      s += i;
#pragma omp parallel for reduction(+: s) num_threads(3)
    for (int i = 0; i < 100; i++)
      s += 1;
  }
  puts(s == 5050 ? "ok" : "two reductions after one another");
  return 0;
}
