#include <stdio.h>

int main(void)
{
  int n = 0, m = 0;
#pragma omp target map(tofrom: n, m)
#pragma omp parallel for num_threads(4)
  for (int i = 0; i < 400; i++) {
#pragma omp critical(first)
    n = n + 1;
#pragma omp critical(second) 
    {
      m = m + 2;
    }
  }
  puts(n == 400 && m == 800 ? "ok" : "named critical");
  return 0;
}
