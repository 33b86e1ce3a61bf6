// gcc: no (a feature of 6.0)
// flags: -fopenmp-version=60
// The scope of an atomic operation and of a flush (6.0 §17.8.4).
#include <stdio.h>

int main(void)
{
  int n = 0, m = 0;
#pragma omp target teams num_teams(4) map(tofrom: n, m)
#pragma omp parallel num_threads(4)
  {
#pragma omp atomic memscope(device)
    n++;
#pragma omp flush memscope(all)
#pragma omp atomic write memscope(all)
    m = 1;
  }
  puts(n >= 1 && n <= 16 && m == 1 ? "ok" : "wrong");
  return 0;
}
