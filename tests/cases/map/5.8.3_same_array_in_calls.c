#include <stdio.h>

static void scale(double *x, int n, double f)
{
#pragma omp target teams distribute parallel for map(tofrom: x[0:n])
  for (int i = 0; i < n; i++)
    x[i] *= f;
}

int main(void)
{
  double x[100];
  for (int i = 0; i < 100; i++)
    x[i] = 1;
#pragma omp target data map(tofrom: x)
  for (int k = 0; k < 10; k++)
    scale(x, 100, 2);
  puts(x[0] == 1024 && x[99] == 1024 ? "ok" : "a mapped array passed to a function");
  return 0;
}
