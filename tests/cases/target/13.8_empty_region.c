#include <stdio.h>

int main(void)
{
  int x = 1;
#pragma omp target
  {
  }
#pragma omp target map(tofrom: x)
  ;
  puts(x == 1 ? "ok" : "an empty region");
  return 0;
}
