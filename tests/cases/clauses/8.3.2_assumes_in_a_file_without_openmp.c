// gcc: no (a feature of 6.0)
// flags: -fopenmp-version=60
// gpu: no (no device code)
// What is assumed of a whole file may be that there is no OpenMP in it (5.2 §8.3.2).
#include <stdio.h>
#pragma omp assumes no_openmp no_openmp_routines no_openmp_constructs
#pragma omp assumes no_parallelism absent(target, parallel)

int main(void)
{
  puts("ok");
  return 0;
}
