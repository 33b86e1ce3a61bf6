#include <stdio.h>

int main(void)
{
  static double x[5000], y[5000];
  for (int i = 0; i < 5000; i++)
    x[i] = i, y[i] = 1;
  double a = 3;
#pragma omp target map(to: x) map(tofrom: y)
#pragma omp teams
#pragma omp distribute parallel for
  for (int i = 0; i < 5000; i++)
    y[i] += a * x[i];
  int bad = 0;
  for (int i = 0; i < 5000; i++)
    bad += y[i] != 1 + 3.0 * i;
  puts(bad == 0 ? "ok" : "distribute parallel for");
  return 0;
}
