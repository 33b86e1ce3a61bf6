// gcc: no (gcc-12 does not know loop transformations)
// only: device
/* OpenMP 5.2 §9, 6.0 §11: the order in which the generated loops run, alone,
 * nested in each other and under worksharing constructs. */
#include <stdio.h>

static int bad;
#define N 7
#define M 5
static void expect(const char *what, int *got, int n, int (*f)(int))
{
  for (int k = 0; k < n; k++)
    if (got[k] != f(k)) { printf("%s: step %d is %d, not %d\n", what, k, got[k], f(k)); bad = 1; return; }
}
static int tiled(int k)
{
  int step = 0;
  for (int it = 0; it < N; it += 3)
    for (int jt = 0; jt < M; jt += 2)
      for (int i = it; i < N && i < it + 3; i++)
        for (int j = jt; j < M && j < jt + 2; j++, step++)
          if (step == k) return i * 10 + j;
  return -1;
}
static int reversed(int k) { return 20 - 2 * (10 - k); }
static int swapped(int k) { return (k % N) * 10 + k / N; }
static int plain(int k) { return k; }
static int rtile(int k)
{
  int step = 0;
  for (int t = 8; t >= 0; t -= 4)
    for (int i = t; i < t + 4 && i < 10; i++, step++)
      if (step == k) return i;
  return -1;
}

int main(void)
{
  int o[64], n = 0, s3 = 3;
#pragma omp target map(o, n)
  {
    n = 0;
#pragma omp tile sizes(s3, 2)
    for (int i = 0; i < N; i++)
      for (int j = 0; j < M; j++) o[n++] = i * 10 + j;
  }
  expect("tile", o, N * M, tiled);
#pragma omp target map(o, n)
  {
    n = 0;
#pragma omp reverse
    for (int i = 0; i <= 20; i += 2) o[n++] = i;
  }
  for (int a = 0, z = 10; a < z; a++, z--) { int t = o[a]; o[a] = o[z]; o[z] = t; }
  expect("reverse", o, 11, reversed);
#pragma omp target map(o, n)
  {
    n = 0;
#pragma omp interchange
    for (int i = 0; i < N; i++)
      for (int j = 0; j < M; j++) o[n++] = i * 10 + j;
  }
  expect("interchange", o, N * M, swapped);
#pragma omp target map(o, n)
  {
    n = 0;
#pragma omp unroll partial(4)
    for (int i = 0; i < 11; i++) { if (i == 50) continue; o[n++] = i; }
#pragma omp unroll
    for (int i = 11; i < 21; ++i) o[n++] = i;
#pragma omp unroll full
    for (int i = 0; i < 4; ++i) o[n++] = 21 + i;
  }
  expect("unroll", o, 25, plain);
#pragma omp target map(o, n)
  {
    n = 0;
#pragma omp reverse
#pragma omp tile sizes(4)
    for (int i = 0; i < 10; i++) o[n++] = i;
  }
  expect("reverse of tile", o, 10, rtile);
  for (int k = 0; k < 64; k++) o[k] = 0;
#pragma omp target teams distribute parallel for collapse(2) map(o)
#pragma omp tile sizes(3, 2)
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < 8; j++) o[i * 8 + j] += i * 8 + j;
#pragma omp target parallel for map(o)
#pragma omp unroll partial(3)
  for (int i = 0; i < 64; i++) o[i] -= i;
#pragma omp target teams distribute parallel for map(o)
#pragma omp reverse
  for (int i = 63; i >= 0; i--) o[i] += i;
  expect("worksharing", o, 64, plain);
  puts(bad ? "wrong order" : "ok");
  return 0;
}
