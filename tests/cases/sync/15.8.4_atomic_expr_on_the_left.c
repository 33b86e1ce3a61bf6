#include <stdio.h>

int main(void)
{
  int x = 100;
  double y = 64;
#pragma omp target map(tofrom: x, y)
  {
#pragma omp atomic
    x = 1000 - x;
#pragma omp atomic
    y = 128 / y;
  }
  puts(x == 900 && y == 2 ? "ok" : "x = expr op x");
  return 0;
}
