#include <stdio.h>

static int sum(int n)
{
  int a[n], s = 0;
  for (int i = 0; i < n; i++)
    a[i] = i;
#pragma omp target map(tofrom: a, s)
  for (int i = 0; i < n; i++) {
    s += a[i];
    a[i] = 1;
  }
  for (int i = 0; i < n; i++)
    s += 1000 * a[i];
  return s;
}

int main(void)
{
  puts(sum(10) == 10045 ? "ok" : "a variable length array");
  return 0;
}
