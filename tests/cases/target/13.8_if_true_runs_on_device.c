// only: device
#include <omp.h>
#include <stdio.h>

int main(void)
{
  int n = 10, host = 1;
#pragma omp target if(target: n > 5) map(tofrom: host)
  host = omp_is_initial_device();
  puts(!host ? "ok" : "if(1)");
  return 0;
}
