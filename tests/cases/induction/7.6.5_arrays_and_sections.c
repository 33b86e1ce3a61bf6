// flags: -fopenmp-version=60
// gcc: no (induction is new in 6.0)
// OpenMP 6.0 §7.6.5: an array or section as list item is as if each element were one;
// complex numbers are arithmetic as well.
#include <complex.h>
#include <stdio.h>
#include <stdlib.h>
#define N 60

int main(void) {
  int a[3] = {1, 2, 3}, bad = 0, n = 2;
  long *p = malloc(6 * sizeof *p);
  float _Complex z = 1;
  double _Complex w = 1 + 2 * I;
  static long v[N];
  static float _Complex c[N];
  for (int i = 0; i < 6; i++)
    p[i] = 100 * i;

  #pragma omp target parallel for induction(step(2), +: a, p[3:n]) map(from: v)
  for (int i = 0; i < N; i++) {
    v[i] = a[0] * 1000000 + a[2] * 10000 + p[3] + p[4];
    for (int j = 0; j < 3; j++)
      a[j] += 2;
    p[3] += 2;
    p[4] += 2;
  }
  for (int i = 0; i < N; i++)
    bad += v[i] != (1 + 2 * i) * 1000000L + (3 + 2 * i) * 10000L + 700 + 4 * i;
  bad += a[0] != 1 + 2 * N || a[1] != 2 + 2 * N || a[2] != 3 + 2 * N;
  for (int i = 0; i < 6; i++)
    bad += p[i] != 100 * i + (i == 3 || i == 4 ? 2 * N : 0);

  #pragma omp target teams distribute parallel for induction(step(I), *: z) induction(step(2.0), +: w) map(from: c)
  for (int i = 0; i < N; i++) {
    c[i] = z;
    z *= I;
    w += 2.0;
  }
  for (int i = 0; i < N; i++)
    bad += c[i] != (float _Complex[]){1, I, -1, -I}[i % 4];
  bad += z != 1 || w != 1 + 2 * N + 2 * I;

  // In host code.
  #pragma omp parallel for num_threads(3) induction(step(2), +: a) induction(step(3), +: p[3:n])
  for (int i = 0; i < N; i++) {
    v[i] = a[2] * 10000 + p[3] + p[4];
    for (int j = 0; j < 3; j++)
      a[j] += 2;
    p[3] += 3;
    p[4] += 3;
  }
  for (int i = 0; i < N; i++)
    bad += v[i] != (3 + 2 * N + 2 * i) * 10000L + 700 + 4 * N + 6 * i;
  bad += a[1] != 2 + 4 * N || p[3] != 300 + 5 * N || p[4] != 400 + 5 * N || p[2] != 200 || p[5] != 500;
  z = 1;
  #pragma omp parallel for induction(step(I), *: z) num_threads(2)
  for (int i = 0; i < N + 1; i++)
    z *= I;
  bad += z != I;
  free(p);
  printf(bad ? "%d wrong\n" : "ok\n", bad);
  return bad != 0;
}
