#include <stdio.h>

static void fill(int n, int m, int a[n][m])
{
#pragma omp target map(from: a[0:n][0:m])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i][j] = i * m + j;
}

int main(void)
{
  int a[3][4];
  fill(3, 4, a);
  int bad = 0;
  for (int i = 0; i < 12; i++)
    bad += a[i / 4][i % 4] != i;
  puts(bad == 0 ? "ok" : "a pointer to an array of variable length");
  return 0;
}
