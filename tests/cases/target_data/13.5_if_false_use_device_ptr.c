#include <stdio.h>

int main(void)
{
  int a[4] = {1, 2, 3, 4}, *p = a, zero = 0, seen = 0, x = 7;
#pragma omp target data map(tofrom: a, x) use_device_ptr(p) use_device_addr(x) if(zero)
  {
    seen = p[3] + x;
    p[0] = 9;
  }
  puts(seen == 11 && a[0] == 9 ? "ok" : "if(0) with use_device_ptr");
  return 0;
}
