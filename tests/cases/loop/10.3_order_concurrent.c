#include <stdio.h>

int main(void)
{
  int a[100];
#pragma omp target teams distribute parallel for order(concurrent) map(from: a)
  for (int i = 0; i < 100; i++)
    a[i] = 100 - i;
  puts(a[0] == 100 && a[99] == 1 ? "ok" : "order(concurrent)");
  return 0;
}
