#include <omp.h>
#include <stdio.h>

int main(void)
{
  int n = 0;
#pragma omp target map(tofrom: n)
  {
#pragma omp parallel proc_bind(close) num_threads(2)
#pragma omp atomic
    n += 1;
#pragma omp parallel proc_bind(spread) num_threads(2)
#pragma omp atomic
    n += 1;
#pragma omp parallel proc_bind(primary) num_threads(2)
#pragma omp atomic
    n += 1;
  }
  puts(n >= 3 && n <= 6 ? "ok" : "proc_bind");
  return 0;
}
