#include <stdio.h>
#include <stdlib.h>

static double run(int n, int m)
{
  double (*p)[m] = malloc(sizeof(double[n][m]));
#pragma omp target teams distribute parallel for collapse(2) map(from: p[0:n][0:m])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      p[i][j] = i + j / 100.0;
  double r = p[n - 1][m - 1];
  free(p);
  return r;
}

int main(void)
{
  puts(run(6, 9) == 5.08 ? "ok" : "a pointer to a variable length array");
  return 0;
}
