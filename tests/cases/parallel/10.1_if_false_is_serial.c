#include <omp.h>
#include <stdio.h>

int main(void)
{
  int n = 0, c = 0, zero = 0;
#pragma omp target map(tofrom: n, c)
#pragma omp parallel num_threads(4) if(zero)
  {
    n = omp_get_num_threads();
#pragma omp atomic
    c++;
  }
  puts(n == 1 && c == 1 ? "ok" : "if(0) on parallel");
  return 0;
}
