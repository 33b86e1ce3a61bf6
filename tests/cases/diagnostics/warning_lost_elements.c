#include <stdio.h>
#include <stdlib.h>
int main(void)
{
  int n = 100;
  double a[100] = {0}, *p = malloc(n * sizeof *p);
#pragma omp target teams distribute parallel for map(to: a, p[0:n])
  for (int i = 0; i < n; i++) {
    a[i] = i;
    p[i] = 2 * i;
  }
  printf("%g %g\n", a[5], p[5]);
  free(p);
}
