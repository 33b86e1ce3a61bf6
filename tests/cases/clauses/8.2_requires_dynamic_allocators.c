// gcc: no (gcc-12 does not know the clause)
#include <stdio.h>

#pragma omp requires dynamic_allocators

int main(void)
{
  int x = 0;
#pragma omp target map(tofrom: x)
  x += 1;
  puts(x == 1 ? "ok" : "dynamic_allocators");
  return 0;
}
