#include <stdio.h>

int main(void)
{
  int x = 10, a, b, c, d, e;
#pragma omp target map(tofrom: x) map(from: a, b, c, d, e)
  {
#pragma omp atomic capture
    a = x += 5;
#pragma omp atomic capture
    { b = x; x = x * 2; }
#pragma omp atomic capture
    { x -= 1; c = x; }
#pragma omp atomic capture
    { d = x; x = 3; }
#pragma omp atomic capture
    e = --x;
  }
  puts(a == 15 && b == 15 && c == 29 && d == 29 && e == 2 && x == 2 ? "ok" : "capture forms");
  return 0;
}
