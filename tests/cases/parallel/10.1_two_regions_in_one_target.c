#include <omp.h>
#include <stdio.h>

int main(void)
{
  int a[32], s = 0;
#pragma omp target map(from: a) map(tofrom: s)
  {
#pragma omp parallel for num_threads(3)
    for (int i = 0; i < 32; i++)
      a[i] = i;
    int half = a[31] / 2;
#pragma omp parallel for num_threads(2) reduction(+: s)
    for (int i = 0; i < 32; i++)
      s += a[i] > half;
  }
  puts(s == 16 ? "ok" : "sequential code between parallel regions");
  return 0;
}
