#include <stdio.h>

int main(void)
{
  int x = 5, v = 0;
  double d = 1.5, w = 0;
#pragma omp target map(tofrom: x, v, d, w)
  {
#pragma omp atomic read
    v = x;
#pragma omp atomic write
    x = v + 1;
#pragma omp atomic read acquire
    w = d;
#pragma omp atomic write release
    d = w * 2;
  }
  puts(v == 5 && x == 6 && w == 1.5 && d == 3 ? "ok" : "atomic read and write");
  return 0;
}
