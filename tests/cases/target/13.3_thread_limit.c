// only: device
// gcc: no (gcc-12 has no thread_limit on target)
#include <omp.h>
#include <stdio.h>

int main(void)
{
  int n = 0;
#pragma omp target thread_limit(2) map(tofrom: n)
#pragma omp parallel num_threads(16)
  {
#pragma omp single
    n = omp_get_num_threads();
  }
  puts(n >= 1 && n <= 2 ? "ok" : "thread_limit on target");
  return 0;
}
