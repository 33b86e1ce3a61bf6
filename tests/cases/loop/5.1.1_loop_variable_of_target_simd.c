// gcc: no (it has no target loop)
#include <stdio.h>

/* The loop variable of target simd is declared outside: the region's own. */
int main(void)
{
  int a[12] = {0}, bad = 0, i, j, k = -4, l = -5;
#pragma omp target simd map(tofrom: a)
  for (i = 0; i < 12; i++)
    a[i] = i;
  for (int x = 0; x < 12; x++)
    bad += a[x] != x;
#pragma omp target simd collapse(2) map(tofrom: a)
  for (i = 0; i < 3; i++)
    for (j = 0; j < 4; j++)
      a[4 * i + j] += 10 * i;
  for (int x = 0; x < 12; x++)
    bad += a[x] != x + 10 * (x / 4);
#pragma omp target simd private(j) map(tofrom: a)
  for (j = 0; j < 12; j++)
    a[j] = -j;
#pragma omp target map(tofrom: a)
#pragma omp simd private(i)
  for (i = 0; i < 12; i++)
    a[i] -= 1;
  for (int x = 0; x < 12; x++)
    bad += a[x] != -x - 1;
#pragma omp target simd lastprivate(k) map(tofrom: a)
  for (k = 0; k < 12; k += 5)
    a[k] = k;
  bad += k != 15 || a[5] != 5;
#pragma omp target loop map(tofrom: a)
  for (l = 0; l < 12; l++)
    a[l] = 2 * l;
  for (int x = 0; x < 12; x++)
    bad += a[x] != 2 * x;
  puts(bad == 0 ? "ok" : "loop variable of target simd");
  return 0;
}
