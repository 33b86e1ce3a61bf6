#include <stdio.h>

int main(void)
{
  int n = 0;
#pragma omp target map(tofrom: n)
#pragma omp parallel for num_threads(4)
  for (int i = 0; i < 1000; i++) {
#pragma omp critical
    n = n + 1;
  }
  puts(n == 1000 ? "ok" : "critical");
  return 0;
}
