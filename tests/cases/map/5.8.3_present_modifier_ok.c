// gcc: no (gcc-12 has no present modifier)
#include <stdio.h>

int main(void)
{
  int a[4] = {1, 2, 3, 4};
#pragma omp target data map(tofrom: a)
  {
#pragma omp target map(present, tofrom: a)
    a[0] = 9;
  }
  puts(a[0] == 9 ? "ok" : "present");
  return 0;
}
