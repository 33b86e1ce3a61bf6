#include <stdio.h>

int main(void)
{
  int i = 4, got = 0;
  double d = 1.5;
#pragma omp target map(from: got)
  {
    got = i + (d == 1.5);
    i = 99;
    d = 99;
  }
  puts(got == 5 && i == 4 && d == 1.5 ? "ok" : "a scalar is implicitly firstprivate");
  return 0;
}
