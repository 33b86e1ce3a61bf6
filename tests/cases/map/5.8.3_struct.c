#include <stdio.h>

struct point { int x, y; double w[3]; };

int main(void)
{
  struct point p = {1, 2, {3, 4, 5}};
#pragma omp target map(tofrom: p)
  {
    p.x += p.y;
    p.w[2] = p.w[0] + p.w[1];
  }
  puts(p.x == 3 && p.y == 2 && p.w[2] == 7 ? "ok" : "a mapped structure");
  return 0;
}
