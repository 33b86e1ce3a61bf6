#include <stdio.h>
#include <stdlib.h>
static double *field;
static double *vector(int n)
{
  double *p = malloc(n * sizeof *p);
  if (!p)
    exit(1);
  return p;
}
int main(void)
{
  int n = 1000;
  double *a = vector(n), *b;
  field = calloc(n, sizeof *field);
  if (posix_memalign((void **)&b, 64, n * sizeof *b))
    return 1;
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++)
    a[i] = b[i] = field[i];
  printf("%g\n", a[5] + b[5]);
}
