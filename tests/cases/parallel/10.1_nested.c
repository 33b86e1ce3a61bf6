#include <omp.h>
#include <stdio.h>

int main(void)
{
  int n = 0;
#pragma omp target map(tofrom: n)
#pragma omp parallel num_threads(2)
  {
#pragma omp parallel num_threads(2)
    {
#pragma omp atomic
      n += 1;
    }
  }
  puts(n >= 1 && n <= 4 ? "ok" : "nested parallel");
  return 0;
}
