#include <omp.h>
#include <stdio.h>

int main(void)
{
  int bad = 0;
#pragma omp target map(tofrom: bad)
  {
    double table[32];
    int n = 32;
    for (int i = 0; i < n; i++)
      table[i] = i / 4.0;
#pragma omp parallel num_threads(4) reduction(+: bad)
    for (int i = 0; i < n; i++)
      bad += table[i] != i / 4.0;
  }
  puts(bad == 0 ? "ok" : "threads read the initial thread's data");
  return 0;
}
