// only: device
#include <stdio.h>

int main(void)
{
  int a = 1, inside;
#pragma omp target data map(to: a)
  {
#pragma omp target map(always, from: a)
    a = 7;
    inside = a;
    a = 3;
  }
  puts(inside == 7 && a == 3 ? "ok" : "always from");
  return 0;
}
