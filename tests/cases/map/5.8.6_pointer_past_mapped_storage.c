#include <stdio.h>

int main(void)
{
  int a[8] = {0}, *end = a + 8, *p = a, n = 0;
#pragma omp target data map(tofrom: a)
  {
#pragma omp target map(tofrom: n) map(p[0:8])
    for (int *q = p; q < p + 8; q++) {
      *q = 1;
      n++;
    }
  }
  puts(n == 8 && end[-1] == 1 ? "ok" : "loop with pointers");
  return 0;
}
