// only: device
#include <stdio.h>

int main(void)
{
  int a[4] = {0}, *p = a, differs = 0, same_after;
#pragma omp target data map(tofrom: a) use_device_ptr(p)
  differs = (void *)p != (void *)&a[0];
  same_after = p == a;
  puts(differs && same_after ? "ok" : "use_device_ptr gives the host's address");
  return 0;
}
