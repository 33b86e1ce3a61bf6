// only: device
#include <omp.h>
#include <stdio.h>

int main(void)
{
  int seen[8] = {0}, n = 0;
#pragma omp target parallel num_threads(8) map(tofrom: seen, n)
  {
    seen[omp_get_thread_num()] += 1;
#pragma omp single
    n = omp_get_num_threads();
  }
  int bad = n != 8;
  for (int i = 0; i < 8; i++)
    bad += seen[i] != 1;
  puts(bad == 0 ? "ok" : "num_threads(8)");
  return 0;
}
