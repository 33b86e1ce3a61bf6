#include <stdio.h>

int main(void)
{
  int x = 0;
#pragma omp target map(tofrom: x)
  {
#pragma omp nothing
    x = 5;
  }
  puts(x == 5 ? "ok" : "nothing");
  return 0;
}
