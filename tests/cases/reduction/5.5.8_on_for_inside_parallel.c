#include <stdio.h>

int main(void)
{
  int s = 0, after = 0;
#pragma omp target map(tofrom: s, after)
  {
    int t = 1;
#pragma omp parallel num_threads(4)
    {
#pragma omp for reduction(+: t)
      for (int i = 0; i < 100; i++)
        t += i;
#pragma omp single
      after = t;
    }
    s = t;
  }
  puts(s == 4951 && after == 4951 ? "ok" : "reduction on for");
  return 0;
}
