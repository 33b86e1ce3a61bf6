#include <stdio.h>

int main(void)
{
  int x = 0, v = 0;
#pragma omp target map(tofrom: x, v)
  {
#pragma omp atomic update relaxed
    x += 1;
#pragma omp atomic update seq_cst
    x += 2;
#pragma omp atomic update release
    x += 4;
#pragma omp atomic write seq_cst
    x = 15;
#pragma omp atomic read seq_cst
    v = x;
#pragma omp atomic capture acq_rel
    v = x++;
  }
  puts(x == 16 && v == 15 ? "ok" : "memory orders");
  return 0;
}
