#include <stdio.h>

int main(void)
{
  int a[6] = {1, 1, 1, 1, 1, 1};
#pragma omp target map(tofrom: a[:])
  a[5] = 9;
#pragma omp target map(tofrom: a[:3])
  a[2] = 8;
  puts(a[5] == 9 && a[2] == 8 && a[0] == 1 ? "ok" : "a[:]");
  return 0;
}
