#include <omp.h>
#include <stdio.h>

int main(void)
{
  int host = 0;
  omp_set_default_device(omp_get_initial_device());
#pragma omp target map(tofrom: host)
  host = omp_is_initial_device();
  puts(host ? "ok" : "omp_set_default_device");
  return 0;
}
