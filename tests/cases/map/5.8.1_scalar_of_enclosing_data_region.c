#include <stdio.h>

int main(void)
{
  /* A scalar is firstprivate on target even if it is mapped around (5.2 5.8.1). */
  int x = 1, r = 0;
#pragma omp target data map(tofrom: x)
  {
    x = 2;
#pragma omp target map(from: r)
    {
      r = x;
      x = 50;
    }
  }
  puts(r == 2 ? "ok" : "a scalar that is mapped around");
  return 0;
}
