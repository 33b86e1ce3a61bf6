// OpenMP 6.0 §7.6.13: array sections of several dimensions as induction variables, of arrays
// and of pointers, in host and in device code.
// gcc: no (6.0)
#include <stdio.h>

int main(void) {
  int a[4][3], b[8], bad = 0;
  double (*p)[2] = (double[3][2]){{1, 2}, {3, 4}, {5, 6}}, c[8];
  for (int i = 0; i < 12; i++)
    a[i / 3][i % 3] = i;
#pragma omp parallel for induction(step(2), + : a[1 : 2][0 : 3])
  for (int i = 0; i < 8; i++)
    b[i] = a[1][0] + a[2][2];
  for (int i = 0; i < 8; i++)
    bad += b[i] != 3 + 8 + 4 * i;
  bad += a[0][2] != 2 || a[1][0] != 3 + 14 || a[2][2] != 8 + 14 || a[3][0] != 9;
#pragma omp parallel for induction(step(0.5), + : p[1 : 2][ : 2])
  for (int i = 0; i < 8; i++)
    c[i] = p[2][1] - p[1][0];
  for (int i = 0; i < 8; i++)
    bad += c[i] != 3;
  bad += p[0][1] != 2 || p[1][0] != 6.5 || p[2][1] != 9.5;
#pragma omp target parallel for induction(step(2), + : a[1 : 2][0 : 3]) map(tofrom : a, b)
  for (int i = 0; i < 8; i++)
    b[i] = a[1][0] + a[2][2];
  for (int i = 0; i < 8; i++)
    bad += b[i] != 17 + 22 + 4 * i;
  bad += a[0][2] != 2 || a[1][0] != 31 || a[2][2] != 36 || a[3][0] != 9;
  if (!bad)
    printf("ok\n");
}
