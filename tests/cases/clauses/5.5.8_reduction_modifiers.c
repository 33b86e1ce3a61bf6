#include <stdio.h>

int main(void)
{
  int s = 0, t = 0;
#pragma omp target map(tofrom: s, t)
  {
#pragma omp parallel for reduction(default, +: s) num_threads(4)
    for (int i = 0; i < 10; i++)
      s += i;
#pragma omp parallel reduction(task, +: t) num_threads(2)
    {
#pragma omp single
      for (int i = 0; i < 4; i++) {
#pragma omp task in_reduction(+: t)
        t += i;
      }
    }
  }
  puts(s == 45 && t == 6 ? "ok" : "reduction modifiers");
  return 0;
}
