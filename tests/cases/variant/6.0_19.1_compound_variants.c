// gcc: no (gcc-12 has no metadirective)
// flags: -fopenmp-version=60
// OpenMP 6.0 §9.4.3, §19.1: variants of metadirectives may be compound directives of the general rule, in host and
// device code.
#include <omp.h>
#include <stdio.h>

enum { N = 100 };

int main(void)
{
  int a[N], sum = 0, one = 0, all = 0, threads = 0, inside = 0, size = 0;
#pragma omp metadirective when(device = {kind(host)}: parallel simd num_threads(1)) otherwise(simd)
  for (int i = 0; i < N; i++)
    a[i] = i;
#pragma omp metadirective when(user = {condition(1)}: parallel single task num_threads(2)) otherwise(single)
  one++;
#pragma omp target map(tofrom: a, one, all, threads, inside, size)
  {
#pragma omp metadirective when(device = {arch(none)}: parallel simd)                                                                  \
    when(implementation = {vendor(ompcc)}: parallel masked taskloop simd num_threads(3) shared(a)) otherwise(simd)
    for (int i = 0; i < N; i++)
      a[i]++;
#pragma omp metadirective when(user = {condition(2 > 1)}: parallel single task num_threads(3)) otherwise(nothing)
    one++;
    /* One that is not compound is whole. */
#pragma omp metadirective when(user = {condition(0)}: parallel single task) otherwise(parallel num_threads(4))
    {
#pragma omp atomic
      all++;
#pragma omp masked
      threads = omp_get_num_threads();
    }
    /* None. */
#pragma omp metadirective when(user = {condition(0)}: parallel masked task)
    inside += omp_get_level();
  }
  for (int i = 0; i < N; i++)
    sum += a[i];
  if (sum != 5050 || one != 2 || all != threads || all < 1 || inside)
    printf("%d %d %d %d %d\n", sum, one, all, threads, inside);
  else
    puts("ok");
  return 0;
}
