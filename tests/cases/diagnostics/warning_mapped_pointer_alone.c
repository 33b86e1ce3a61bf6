#include <stdio.h>
#include <stdlib.h>
int main(void)
{
  int n = 100;
  double *x = malloc(n * sizeof *x);
#pragma omp target teams distribute parallel for map(tofrom: x)
  for (int i = 0; i < n; i++)
    x[i] = i;
  printf("%g\n", x[3]);
  free(x);
  return 0;
}
