#include <omp.h>
#include <stdio.h>

int main(void)
{
  int n = 0, one = 1, zero = 0;
#pragma omp target parallel if(target: one) if(parallel: zero) map(tofrom: n) num_threads(4)
  {
#pragma omp atomic
    n += omp_get_num_threads();
  }
  puts(n == 1 ? "ok" : "if with directive names");
  return 0;
}
