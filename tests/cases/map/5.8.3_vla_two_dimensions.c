#include <stdio.h>

static int trace(int n, int m)
{
  double a[n][m];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i][j] = i * 10 + j;
#pragma omp target map(tofrom: a)
  for (int i = 0; i < n; i++)
    a[i][m - 1] = -1;
  return a[n - 1][m - 1] == -1 && a[n - 1][0] == 10 * (n - 1);
}

int main(void)
{
  puts(trace(5, 7) ? "ok" : "a two-dimensional variable length array");
  return 0;
}
