#include <stdio.h>

static void set(int *dev)
{
#pragma omp target is_device_ptr(dev)
  *dev = 17;
}

int main(void)
{
  int x = 1;
#pragma omp target data map(tofrom: x) use_device_addr(x)
  set(&x);
  puts(x == 17 ? "ok" : "use_device_addr of a scalar");
  return 0;
}
