#include <stdio.h>

int main(void)
{
  int n = 0, k = 5;
#pragma omp target map(tofrom: n)
#pragma omp parallel default(shared) num_threads(4)
  {
#pragma omp atomic
    n += k;
  }
  puts(n % 5 == 0 && n >= 5 && n <= 20 ? "ok" : "default(shared)");
  return 0;
}
