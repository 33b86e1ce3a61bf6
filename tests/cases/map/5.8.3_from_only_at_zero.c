// only: device
#include <stdio.h>

int main(void)
{
  int a = 1, mid;
#pragma omp target enter data map(to: a)
#pragma omp target enter data map(to: a)
#pragma omp target map(to: a)
  a = 5;
#pragma omp target exit data map(from: a)
  mid = a;
#pragma omp target exit data map(from: a)
  puts(mid == 1 && a == 5 ? "ok" : "from copies only when the count becomes zero");
  return 0;
}
