// only: device
#include <stdio.h>

int main(void)
{
  int a = 1, got = 0;
#pragma omp target data map(to: a)
  {
    a = 50;
#pragma omp target map(always, to: a) map(from: got)
    got = a;
  }
  puts(got == 50 && a == 50 ? "ok" : "always to");
  return 0;
}
