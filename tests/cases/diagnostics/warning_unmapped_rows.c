#include <stdio.h>
#include <stdlib.h>
int main(void)
{
  int n = 100;
  double **a = malloc(n * sizeof *a);
  for (int i = 0; i < n; i++)
    a[i] = calloc(n, sizeof **a);
#pragma omp target teams distribute parallel for collapse(2) map(tofrom: a[0:n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i][j] = i * j;
  printf("%g\n", a[3][4]);
}
