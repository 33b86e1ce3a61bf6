#include <stdio.h>

int main(void)
{
  int a[4] = {1, 2, 3, 4};
#pragma omp target map(close, tofrom: a)
  a[1] = 9;
  puts(a[1] == 9 ? "ok" : "close");
  return 0;
}
