#include <omp.h>
#include <stdio.h>

int main(void)
{
  int zero = 0, host = 0, x = 1;
#pragma omp target if(zero) map(tofrom: host, x)
  {
    host = omp_is_initial_device();
    x = 2;
  }
  puts(host && x == 2 ? "ok" : "if(0)");
  return 0;
}
