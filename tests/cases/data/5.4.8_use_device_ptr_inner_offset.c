#include <stdio.h>

static void set(int *x)
{
#pragma omp target is_device_ptr(x)
  x[0] = 8;
}

int main(void)
{
  int a[10] = {0}, *p = a + 6;
#pragma omp target data map(tofrom: a)
  {
#pragma omp target data use_device_ptr(p)
    set(p);
  }
  puts(a[6] == 8 ? "ok" : "a pointer into mapped storage");
  return 0;
}
