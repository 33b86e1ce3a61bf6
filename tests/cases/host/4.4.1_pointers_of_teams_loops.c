// gcc: no (gcc-12 ends with an internal error)
/* OpenMP 5.2 §4.4.1: loops of teams whose pointer goes down to where an array begins, or up. */
#include <stdio.h>

static int a[300];
static double g[10][30];

static void down(int *b)
{
  int c[300] = {0};
#pragma omp target teams distribute parallel for
  for (int *p = &a[299]; p != a; --p) *p += 1;
#pragma omp target teams distribute parallel for map(c)
  for (int *p = &c[299]; p > c; p -= 2) *p += 1;
#pragma omp target teams loop map(c)
  for (int *p = &c[299]; p >= c; p -= 3) *p += 10;
#pragma omp target teams map(g)
#pragma omp distribute
  for (double (*r)[30] = &g[9]; r != g; r--)
#pragma omp parallel for
    for (double *p = *r + 29; p > *r; p--) *p += 1;
#pragma omp target teams distribute collapse(2)
  for (double (*r)[30] = g + 1; r < g + 10; r++)
    for (int i = 30; i > 0; i--) (*r)[i - 1] += 2;
#pragma omp target teams
#pragma omp distribute parallel for
  for (int *p = &a[299]; p != a; --p) *p += 1;
  for (int i = 0; i < 300; i++) b[i] = c[i];
}

int main(void)
{
  int b[300], wrong = 0;
  down(b);
  for (int i = 0; i < 300; i++) {
    wrong += a[i] != (i > 0 ? 2 : 0);
    wrong += b[i] != (i % 2 ? 1 : 0) + (i % 3 == 2 ? 10 : 0);
  }
  for (int r = 0; r < 10; r++)
    for (int i = 0; i < 30; i++)
      wrong += g[r][i] != (r > 0 ? 2 + (i > 0) : 0);
  printf(wrong ? "%d wrong\n" : "ok\n", wrong);
  return 0;
}
