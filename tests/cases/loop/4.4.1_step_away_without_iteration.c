// gcc: no (gcc 12 executes such loops)
/* OpenMP 5.2 §4.4.1: the step leads to the bound "on each iteration", so where constant bounds give none it may lead away. */
#include <stdio.h>

static int a[4];

static void host(void)
{
#pragma omp parallel for
  for (int i = 0; i > 10; i++)
    a[0] = 1;
#pragma omp unroll full
  for (int i = 0; i > 0; ++i)
    a[0] = 1;
#pragma omp unroll partial(3)
  for (int i = 10; i < 0; i -= 2)
    a[1] = 1;
#pragma omp tile sizes(2)
  for (int i = 4; i < 0; i--)
    a[2] = 1;
#pragma omp taskloop collapse(2)
  for (int i = 0; i < 3; i++)
    for (int j = 5; j <= 2; j--)
      a[3] = 1;
#pragma omp simd
  for (int i = 5; i <= 2; i--)
    a[3] = 1;
}

static void device(void)
{
#pragma omp target teams distribute parallel for map(tofrom: a)
  for (int i = 0; i > 10; i++)
    a[0] = 1;
#pragma omp target map(tofrom: a)
  {
#pragma omp tile sizes(2)
    for (int i = 4; i < 0; i--)
      a[1] = 1;
#pragma omp parallel for collapse(2)
    for (unsigned i = 0; i < 3; i++)
      for (unsigned j = 7; j < 2; j--)
        a[2] = 1;
  }
}

int main(void)
{
  host();
  device();
  puts(a[0] + a[1] + a[2] + a[3] == 0 ? "ok" : "wrong");
  return 0;
}
