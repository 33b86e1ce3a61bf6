#include <stdio.h>

static void axpy(int n, double a, const double *restrict x, double *restrict y)
{
#pragma omp target teams distribute parallel for map(to: x[0:n]) map(tofrom: y[0:n])
  for (int i = 0; i < n; i++)
    y[i] += a * x[i];
}

int main(void)
{
  double x[64], y[64];
  volatile int twice = 2;
  int r = 0;
  for (int i = 0; i < 64; i++)
    x[i] = i, y[i] = 1;
  axpy(64, 0.5, x, y);
#pragma omp target map(from: r) firstprivate(twice)
  r = twice * 4;
  puts(y[0] == 1 && y[63] == 32.5 && r == 8 ? "ok" : "volatile and restrict");
  return 0;
}
