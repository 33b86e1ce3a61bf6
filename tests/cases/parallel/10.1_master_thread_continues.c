#include <omp.h>
#include <stdio.h>

int main(void)
{
  int a[16] = {0}, after = 0;
#pragma omp target map(tofrom: a, after)
  {
    int total = 0;
    for (int round = 0; round < 5; round++) {
#pragma omp parallel for num_threads(4)
      for (int i = 0; i < 16; i++)
        a[i] += round;
      total += a[round];
    }
    after = total;
  }
  puts(a[0] == 10 && a[15] == 10 && after == 0 + 1 + 3 + 6 + 10 ? "ok" : "sequential code after parallel regions");
  return 0;
}
