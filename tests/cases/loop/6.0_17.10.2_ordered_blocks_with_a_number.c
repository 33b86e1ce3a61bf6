// gcc: no (gcc-12 refuses blocks in ordered(1))
// OpenMP 6.0 §17.10.2: blocks of ordered constructs stand in loops whose ordered clause has the number of the collapsed loops.
#include <stdio.h>

#define N 12

int main(void)
{
  int list[N * N], n = 0, k = 0, bad = 0;
#pragma omp parallel for ordered(1) schedule(dynamic)
  for (int i = 0; i < N; i++) {
#pragma omp ordered
    list[n++] = i;
  }
  for (int i = 0; i < N; i++)
    bad += list[i] != i;
  n = 0;
#pragma omp parallel for collapse(2) ordered(2) schedule(static, 1)
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
#pragma omp ordered threads
      list[n++] = i * N + j;
    }
  for (int i = 0; i < N * N; i++)
    bad += list[i] != i;
  n = 0;
#pragma omp target parallel for ordered(1) map(tofrom: list, n)
  for (int i = 0; i < N; i++) {
#pragma omp ordered
    list[n++] = N - i;
  }
  for (int i = 0; i < N; i++)
    bad += list[i] != N - i;
#pragma omp parallel for simd ordered(1)
  for (int i = 0; i < N; i++) {
#pragma omp ordered threads simd
    k = 2 * k % 1001 + i;
  }
  int want = 0;
  for (int i = 0; i < N; i++)
    want = 2 * want % 1001 + i;
  bad += k != want;
  if (bad) return printf("%d wrong\n", bad), 1;
  puts("ok");
}
