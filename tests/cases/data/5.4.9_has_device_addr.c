#include <stdio.h>

int main(void)
{
  int a[8] = {0}, x = 2;
#pragma omp target data map(tofrom: a, x) use_device_addr(a, x)
  {
#pragma omp target has_device_addr(a, x)
    for (int i = 0; i < 8; i++)
      a[i] = i * x;
  }
  puts(a[7] == 14 && x == 2 ? "ok" : "has_device_addr");
  return 0;
}
