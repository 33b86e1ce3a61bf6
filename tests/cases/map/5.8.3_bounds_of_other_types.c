#include <stddef.h>
#include <stdio.h>

int main(void)
{
  int a[20] = {0};
  unsigned char lo = 3;
  size_t n = 5;
  long long m = 2;
#pragma omp target map(tofrom: a[lo:n])
  a[7] = 1;
#pragma omp target map(tofrom: a[m * 4:n / 2 + 1])
  a[8] = 2;
  puts(a[7] == 1 && a[8] == 2 ? "ok" : "bounds of other integer types");
  return 0;
}
