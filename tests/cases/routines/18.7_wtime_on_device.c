#include <omp.h>
#include <stdio.h>

int main(void)
{
  double t0 = 0, t1 = 0;
#pragma omp target map(from: t0, t1)
  {
    t0 = omp_get_wtime();
    t1 = omp_get_wtime();
  }
  puts(t1 >= t0 ? "ok" : "omp_get_wtime");
  return 0;
}
