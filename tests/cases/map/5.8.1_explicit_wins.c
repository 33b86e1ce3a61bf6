#include <stdio.h>

int main(void)
{
  int i = 4;
#pragma omp target map(tofrom: i)
  i = 5;
  puts(i == 5 ? "ok" : "an explicit map of a scalar");
  return 0;
}
