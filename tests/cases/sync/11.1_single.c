#include <stdio.h>

int main(void)
{
  int n = 0, m = 0;
#pragma omp target map(tofrom: n, m)
#pragma omp parallel num_threads(4)
  for (int i = 0; i < 10; i++) {
#pragma omp single
    n += 1;
#pragma omp single nowait
    {
#pragma omp atomic
      m += 1;
    }
  }
  puts(n == 10 && m == 10 ? "ok" : "single");
  return 0;
}
