#include <stdio.h>

int main(void)
{
  int x = 0, y = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task depend(out: x) shared(x)
    x = 5;
#pragma omp target depend(in: x) depend(out: y) map(to: x) map(from: y)
    y = x * 2;
#pragma omp task depend(in: y) shared(y, x)
    x = y + 1;
#pragma omp taskwait
  }
  puts(x == 11 && y == 10 ? "ok" : "depend between host and target tasks");
  return 0;
}
