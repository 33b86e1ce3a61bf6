// only: device
#include <stdio.h>

int main(void)
{
  int a = 1, b = 2, mid;
#pragma omp target data map(tofrom: a)
  {
#pragma omp target data map(tofrom: a) map(from: b)
    {
#pragma omp target map(a)
      a = 10;
#pragma omp target map(b)
      b = 20;
    }
    mid = a * 100 + b;
  }
  puts(mid == 120 && a == 10 ? "ok" : "nested target data");
  return 0;
}
