#include <stdio.h>

int main(void)
{
  int x = 0;
#pragma omp target map(tofrom: x)
  {
#pragma omp flush acquire
    x += 1;
#pragma omp flush release
    x += 1;
#pragma omp flush acq_rel
    x += 1;
#pragma omp flush seq_cst
    x += 1;
#pragma omp flush(x)
    x += 1;
  }
  puts(x == 5 ? "ok" : "flush");
  return 0;
}
