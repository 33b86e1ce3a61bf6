#include <stdio.h>

int main(void)
{
  int a[4] = {1, 2, 3, 4}, *p = a, *saved = p, r = 0;
#pragma omp target map(tofrom: a) map(from: r)
  {
    r = p[1];
    p = p + 2;
    r += *p;
  }
  puts(r == 5 && p == saved ? "ok" : "pointers are firstprivate");
  return 0;
}
