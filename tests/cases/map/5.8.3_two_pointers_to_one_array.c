#include <stdio.h>

int main(void)
{
  int a[10] = {0}, *p = a, *q = a + 4, r = 0;
#pragma omp target data map(tofrom: a)
  {
#pragma omp target map(p[0:4]) map(q[0:4]) map(from: r)
    {
      p[0] = 1;
      q[0] = 2;
      r = q - p == 4;
    }
  }
  puts(a[0] == 1 && a[4] == 2 && r ? "ok" : "two pointers into one array");
  return 0;
}
