// flags: -fopenmp-version=60
// gcc: no (gcc-12 does not know loop transformations)
// OpenMP 6.0 §6.4.2: a sequence of one loop; fuse leaves it as it is.
#include <stdio.h>
int main(void)
{
  int a[5] = {0}, h[5] = {0};
#pragma omp target map(tofrom: a)
#pragma omp fuse
  {
    for (int i = 0; i < 5; i++)
      a[i] += i;
  }
#pragma omp fuse
  {
    for (int i = 0; i < 5; i++)
      h[i] += i;
  }
  for (int i = 0; i < 5; i++)
    if (a[i] != i || h[i] != i)
      return printf("%d: %d %d\n", i, a[i], h[i]);
  puts("ok");
  return 0;
}
