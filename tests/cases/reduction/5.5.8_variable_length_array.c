// OpenMP 5.2 §5.5.8: a variable length array is reduced element by element, on every level.
// gcc: no (gcc-12's program crashes)
#include <stdio.h>

static int sums(int n, int m) {
  int v[n], w[n][m], bad = 0;
  for (int i = 0; i < n; i++) {
    v[i] = 1;
    for (int j = 0; j < m; j++)
      w[i][j] = i * j;
  }
#pragma omp target parallel for reduction(+ : v) map(tofrom : v)
  for (int i = 0; i < 10 * n; i++)
    v[i % n] += i;
  for (int i = 0; i < n; i++)
    bad += v[i] != 1 + 10 * i + n * 45;
#pragma omp target teams distribute parallel for reduction(max : w) map(tofrom : w)
  for (int i = 0; i < 100; i++)
    w[i % n][i % m] = w[i % n][i % m] < i ? i : w[i % n][i % m];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      int want = i * j;
      for (int k = 0; k < 100; k++)
        if (k % n == i && k % m == j && k > want)
          want = k;
      bad += w[i][j] != want;
    }
#pragma omp target map(tofrom : v)
  {
#pragma omp parallel reduction(+ : v)
    v[n - 1] += 0;
  }
  return bad;
}

int main(void) {
  if (!sums(5, 3) && !sums(1, 1))
    printf("ok\n");
}
