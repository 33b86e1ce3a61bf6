#include <stdio.h>

static void scale(int n, double a[n], double f)
{
#pragma omp target map(tofrom: a[0:n])
  for (int i = 0; i < n; i++)
    a[i] *= f;
}

int main(void)
{
  double a[4] = {1, 2, 3, 4};
  scale(4, a, 2.5);
  puts(a[0] == 2.5 && a[3] == 10 ? "ok" : "an array parameter");
  return 0;
}
