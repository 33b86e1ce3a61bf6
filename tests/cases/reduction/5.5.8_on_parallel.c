#include <stdio.h>

int main(void)
{
  int s = 0, n = 0;
#pragma omp target map(tofrom: s, n)
#pragma omp parallel num_threads(4) reduction(+: s, n)
  {
    n += 1;
#pragma omp for
    for (int i = 0; i < 100; i++)
      s += i;
  }
  puts(s == 4950 && n >= 1 && n <= 4 ? "ok" : "reduction on parallel");
  return 0;
}
