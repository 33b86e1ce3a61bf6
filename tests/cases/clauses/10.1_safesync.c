// gcc: no (a feature of 6.0)
// flags: -fopenmp-version=60
// safesync says how many threads may wait for each other (6.0 §12.1.5).
#include <stdio.h>

int main(void)
{
  int n = 0;
#pragma omp target map(tofrom: n)
#pragma omp parallel num_threads(4) safesync(2)
#pragma omp atomic
  n++;
  puts(n >= 1 && n <= 4 ? "ok" : "wrong");
  return 0;
}
