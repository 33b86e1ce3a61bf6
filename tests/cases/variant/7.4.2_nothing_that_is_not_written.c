// gcc: no (gcc-12 has no metadirective)
// OpenMP 5.2 §7.4.2: without an otherwise clause a metadirective may be replaced by nothing. Then the region has
// variables that the variants make private.
#include <stdio.h>

static int region(int mode)
{
  int n = 0, i, scale = 3;
#pragma omp target map(tofrom: n)
  {
#pragma omp metadirective when(user = {condition(mode == 1)}: parallel for num_threads(2) reduction(+: n))
    for (i = 0; i < 8; i++)
      n += i;
#pragma omp metadirective when(user = {condition(mode == 1)}: parallel num_threads(2) private(scale) reduction(+: n))
    {
      if (mode == 1)
        scale = 5;
      n += 100 * scale;
    }
  }
  return n;
}

int main(void)
{
  for (int mode = 0; mode < 2; mode++)
    printf("%d\n", region(mode));
  return 0;
}
