// gcc: no (gcc-12 has no iterators in map clauses)
/* OpenMP 5.2 §13.8, §3.2.6: iterators in map and motion clauses of target tasks, and in their depend clauses. */
#include <stdio.h>

#define N 4
int main(void)
{
  int rows[N][8], *p[N], order[N] = {0}, n = N, sum = 0, bad = 0;
  for (int i = 0; i < N; i++) {
    p[i] = rows[i];
    for (int j = 0; j < 8; j++) rows[i][j] = i * 8 + j;
  }
#pragma omp parallel
#pragma omp single
  {
    for (int i = 0; i < N; i++) {
#pragma omp task depend(out: order[i]) firstprivate(i)
      order[i] = i + 1;
    }
#pragma omp target enter data map(iterator(i = 0:n), to: p[i][0:8]) nowait depend(iterator(k = 0:n), in: order[k])
#pragma omp target map(to: p, order) map(iterator(i = 0:n), alloc: p[i][0:8]) nowait depend(iterator(k = 0:n), inout: order[k]) firstprivate(n)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < 8; j++) p[i][j] += order[i];
#pragma omp target update from(iterator(i = 0:n): p[i][0:8]) depend(iterator(k = 0:n), in: order[k]) nowait
#pragma omp taskwait
#pragma omp target exit data map(iterator(i = 0:n), delete: p[i][0:8]) nowait
  }
  for (int i = 0; i < N; i++)
    for (int j = 0; j < 8; j++) {
      sum += rows[i][j];
      bad += rows[i][j] != i * 8 + j + i + 1;
    }
  if (bad) return printf("%d wrong, sum %d\n", bad, sum), 1;
  puts("ok");
}
