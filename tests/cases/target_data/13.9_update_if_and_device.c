// only: device
#include <omp.h>
#include <stdio.h>

int main(void)
{
  int a = 1, zero = 0, d = omp_get_default_device();
#pragma omp target data map(to: a) device(d)
  {
#pragma omp target map(a) device(d)
    a = 5;
#pragma omp target update from(a) if(zero) device(d)
    if (a != 1)
      zero = 9;
#pragma omp target update from(a) device(d)
  }
  puts(a == 5 && zero == 0 ? "ok" : "update with if and device");
  return 0;
}
