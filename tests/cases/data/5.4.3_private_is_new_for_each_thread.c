#include <omp.h>
#include <stdio.h>

int main(void)
{
  int x = 9, bad = 0;
#pragma omp target map(tofrom: bad)
#pragma omp parallel private(x) num_threads(4) reduction(+: bad)
  {
    x = omp_get_thread_num();
#pragma omp barrier
    bad += x != omp_get_thread_num();
  }
  puts(bad == 0 && x == 9 ? "ok" : "private");
  return 0;
}
