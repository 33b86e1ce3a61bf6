#include <stdio.h>

int main(void)
{
  int x = 5, r = 0;
#pragma omp target private(x) map(from: r)
  {
    x = 11;
    r = x;
  }
  puts(r == 11 && x == 5 ? "ok" : "private");
  return 0;
}
