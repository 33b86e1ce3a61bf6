// gcc: no (it has no masked taskloop)
#include <stdio.h>

/* The loop variable of taskloop is private, also where it is declared outside. Those of the simd part are lastprivate. */
int main(void)
{
  int a[12] = {0}, b[12] = {0}, bad = 0, i, j, seen = 0;
#pragma omp target parallel masked taskloop map(tofrom: a)
  for (i = 0; i < 12; i++)
    a[i] = i;
#pragma omp target map(tofrom: b, seen)
  {
    i = 77;
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp taskloop simd collapse(2) grainsize(2)
    for (i = 0; i < 3; i++)
      for (j = 0; j < 4; j++)
        b[4 * i + j] = a[4 * i + j] + 1;
    seen = i;
  }
  for (i = 0; i < 12; i++)
    bad += a[i] != i || b[i] != i + 1;
  puts(bad == 0 && seen == 3 ? "ok" : "loop variable of taskloop");
  return 0;
}
