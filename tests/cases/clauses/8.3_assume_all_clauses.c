// gcc: no (a feature of 6.0)
// flags: -fopenmp-version=60
// Assumptions that hold change nothing (5.2 §8.3, 6.0 §10.6).
#include <stdio.h>
#pragma omp assumes absent(cancel) contains(target)
#pragma omp assumes holds(sizeof(int) == 4)
#pragma omp begin assumes absent(flush) contains(simd) holds(1) no_openmp no_openmp_routines no_openmp_constructs no_parallelism
static int twice(int x) { return 2 * x; }
#pragma omp end assumes
#pragma omp assumes no_openmp_routines

int main(void)
{
  int s = 0;
#pragma omp target map(tofrom: s)
#pragma omp assume absent(teams, cancel) contains(simd) holds(s == 0) no_openmp no_openmp_routines no_parallelism no_openmp_constructs
  for (int i = 0; i < 10; i++)
    s += twice(i);
  puts(s == 90 ? "ok" : "wrong");
  return 0;
}
