#include <omp.h>
#include <stdio.h>

int main(void)
{
  int n = 0, k = 1, threads = 0;
#pragma omp target map(tofrom: n, threads)
#pragma omp parallel num_threads(3)
  {
#pragma omp single
    threads = omp_get_num_threads();
#pragma omp masked filter(k)
    n += 1 + omp_get_thread_num();
  }
  puts(n == (threads > 1 ? 2 : 0) ? "ok" : "filter");
  return 0;
}
