#include <omp.h>
#include <stdio.h>

int main(void)
{
  int who[32], n = 0;
#pragma omp target map(from: who) map(tofrom: n)
#pragma omp parallel num_threads(4)
  {
#pragma omp single
    n = omp_get_num_threads();
#pragma omp for schedule(static, 2)
    for (int i = 0; i < 32; i++)
      who[i] = omp_get_thread_num();
  }
  int bad = 0;
  for (int i = 0; i < 32; i++)
    bad += who[i] != i / 2 % n;
  puts(bad == 0 ? "ok" : "schedule(static, 2)");
  return 0;
}
