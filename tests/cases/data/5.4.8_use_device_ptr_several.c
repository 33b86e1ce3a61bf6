#include <stdio.h>

static void add(int *x, const int *y, int n)
{
#pragma omp target is_device_ptr(x, y)
  for (int i = 0; i < n; i++)
    x[i] += y[i];
}

int main(void)
{
  int a[4] = {1, 2, 3, 4}, b[4] = {10, 20, 30, 40}, *p = a, *q = b;
#pragma omp target data map(tofrom: a) map(to: b) use_device_ptr(p, q)
  add(p, q, 4);
  puts(a[0] == 11 && a[3] == 44 ? "ok" : "several pointers");
  return 0;
}
