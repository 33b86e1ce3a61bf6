// only: device
#include <stdio.h>

int main(void)
{
  int a = 1, inside;
#pragma omp target data map(alloc: a)
  {
    a = 5;
#pragma omp target map(always, tofrom: a)
    a *= 3;
    inside = a;
  }
  puts(inside == 15 && a == 15 ? "ok" : "always tofrom");
  return 0;
}
