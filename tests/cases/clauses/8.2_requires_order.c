#include <stdio.h>

#pragma omp requires atomic_default_mem_order(seq_cst)

int main(void)
{
  int x = 0, h = 0;
#pragma omp target map(tofrom: x)
  {
#pragma omp atomic
    x += 1;
  }
#pragma omp atomic
  h += 1;
  puts(x == 1 && h == 1 ? "ok" : "atomic_default_mem_order");
  return 0;
}
