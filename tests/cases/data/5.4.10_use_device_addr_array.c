#include <stdio.h>

static void fill(int *dev, int n)
{
#pragma omp target is_device_ptr(dev)
  for (int i = 0; i < n; i++)
    dev[i] = 3 * i;
}

int main(void)
{
  int a[8] = {0};
#pragma omp target data map(tofrom: a) use_device_addr(a)
  fill(a, 8);
  puts(a[7] == 21 ? "ok" : "use_device_addr of an array");
  return 0;
}
