#include <stdio.h>

struct box { int *p; int k; };

int main(void)
{
  int x[3] = {1, 2, 3};
  struct box b = {x, 0};
#pragma omp target map(tofrom: b) map(tofrom: b.p[0:3])
  {
    b.k = b.p[0] + b.p[1] + b.p[2];
    b.p[1] = 9;
  }
  puts(b.p == x && b.k == 6 && x[1] == 9 ? "ok" : "the host's pointer changed");
  return 0;
}
