#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
/* Nothing to warn of: data constructs, updates, buffers that change places, helpers that map. */
void to_device(double *p, size_t n);
static double *mapped(int n)
{
  double *p = malloc(n * sizeof *p);
#pragma omp target enter data map(alloc: p[0:n])
  return p;
}
static void jacobi(int n, int m)
{
  double *a = malloc(n * m * sizeof *a), *b = malloc(n * m * sizeof *b), err = 1;
  memset(a, 0, n * m * sizeof *a);
#pragma omp target data map(tofrom: a[0:n * m]) map(alloc: b[0:n * m])
  for (int it = 0; err > 1e-5 && it < 100; it++) {
    err = 0;
#pragma omp target teams distribute parallel for collapse(2) reduction(max: err)
    for (int j = 1; j < n - 1; j++)
      for (int i = 1; i < m - 1; i++) {
        b[j * m + i] = .25 * (a[j * m + i + 1] + a[j * m + i - 1] + a[(j - 1) * m + i] + a[(j + 1) * m + i]);
        err = fmax(err, fabs(b[j * m + i] - a[j * m + i]));
      }
#pragma omp target teams distribute parallel for collapse(2)
    for (int j = 1; j < n - 1; j++)
      for (int i = 1; i < m - 1; i++)
        a[j * m + i] = b[j * m + i];
  }
  printf("%g %g\n", err, a[m + 1]);
  free(a);
  free(b);
}
static void swapped(int n)
{
  double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b);
#pragma omp target enter data map(alloc: a[0:n], b[0:n])
  for (int t = 0; t < 10; t++) {
#pragma omp target teams distribute parallel for
    for (int i = 1; i < n - 1; i++)
      b[i] = .5 * (a[i - 1] + a[i + 1]);
    double *c = a;
    a = b;
    b = c;
  }
#pragma omp target update from(a[0:n])
  printf("%g\n", a[1]);
#pragma omp target exit data map(delete: a[0:n], b[0:n])
}
int main(void)
{
  int n = 100;
  double *a = malloc(n * sizeof *a), *b = mapped(n), c[100], *rows[4];
  to_device(a, n);
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++)
    a[i] = b[i] = i;
#pragma omp target teams distribute parallel for map(from: c)
  for (int i = 0; i < 100; i++)
    c[i] = i;
  for (int i = 0; i < 4; i++) {
    rows[i] = malloc(n * sizeof **rows);
#pragma omp target enter data map(to: rows[i][0:n])
  }
#pragma omp target teams distribute parallel for map(to: rows)
  for (int i = 0; i < 4; i++)
    rows[i][i] = i;
  jacobi(n, n);
  swapped(n);
  return c[3] > 4;
}
