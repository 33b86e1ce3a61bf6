#include <omp.h>
#include <stdio.h>

int main(void)
{
  int host = 0;
#pragma omp target device(omp_get_initial_device()) map(tofrom: host)
  host = omp_is_initial_device();
  puts(host ? "ok" : "device(initial)");
  return 0;
}
