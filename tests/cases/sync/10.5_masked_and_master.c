#include <omp.h>
#include <stdio.h>

int main(void)
{
  int n = 0, m = 0, who = -1;
#pragma omp target map(tofrom: n, m, who)
#pragma omp parallel num_threads(4)
  {
#pragma omp master
    n += 1;
#pragma omp barrier
#pragma omp masked
    {
      m += 1;
      who = omp_get_thread_num();
    }
  }
  puts(n == 1 && m == 1 && who == 0 ? "ok" : "masked");
  return 0;
}
