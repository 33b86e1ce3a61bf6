#include <stdio.h>

int main(void)
{
  int x = 5, e = 5, y = 7, v = 0;
#pragma omp target map(tofrom: x, y, v)
  {
#pragma omp atomic compare
    if (x == e) { x = 11; }
#pragma omp atomic compare
    if (y == e) { y = 13; }
#pragma omp atomic compare capture
    { v = x; if (x == 11) { x = 12; } }
  }
  puts(x == 12 && y == 7 && v == 11 ? "ok" : "compare and exchange");
  return 0;
}
