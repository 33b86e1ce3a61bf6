// only: device
// gcc: no (gcc-12 has no doacross clause)
/* OpenMP 5.2 §15.10: the threads of a team share the iterations of doacross
 * loops: nests, steps, collapse, schedules, in a function.
 * On the host clang 19's runtime waits for ever in the nest with collapse. */
#include <stdio.h>
#include <omp.h>
enum { T = 72, N = 64, M = 17 };
static int a[N][M], w[N], who[N], v[40], c3[6][7][8];
static int seen(int *p, int n) { int k = 1; for (int i = 1; i < n; i++) { int is = 1; for (int j = 0; j < i; j++) is &= p[i] != p[j]; k += is; } return k; }
#pragma omp declare target
static void orphan(int *x, int n)
{
#pragma omp for ordered(1) schedule(static, 3)
  for (int i = n - 1; i >= 0; i -= 2) {
#pragma omp ordered doacross(sink: i + 2)
    x[i] = 1 + (i + 2 < n ? x[i + 2] : 0);
#pragma omp ordered doacross(source:)
  }
}
#pragma omp end declare target
int main(void)
{
  int bad = 0, threads = 0, x[33] = {0}, last = 0;
  unsigned long sum = 0;
#pragma omp target map(a, w, who, v, c3) map(tofrom: threads, x, last, sum)
#pragma omp parallel num_threads(T)
  {
#pragma omp single
    threads = omp_get_num_threads();
#pragma omp for ordered(2) reduction(+: sum) lastprivate(last)
    for (int i = 0; i < N; i++)
      for (int j = 0; j < M; j++) {
        who[i] = omp_get_thread_num();
#pragma omp ordered depend(sink: i - 1, j) depend(sink: i, j - 1)
        a[i][j] = 1 + ((i ? a[i - 1][j] : 0) + (j ? a[i][j - 1] : 0)) % 1000;
        sum += a[i][j];
        last = i * 100 + j;
#pragma omp ordered depend(source)
      }
#pragma omp for ordered(1) nowait
    for (int i = 1; i < N; i++) {
#pragma omp ordered depend(sink: i - 1)
      w[i] = w[i - 1] + i;
#pragma omp ordered depend(source)
    }
#pragma omp for ordered(1) schedule(dynamic)
    for (unsigned i = 0; i < 40; i += 3) {
#pragma omp ordered doacross(sink: i - 3) doacross(sink: i - 30)
      v[i] = i ? v[i - 3] + 2 : 5;
#pragma omp ordered doacross(source: omp_cur_iteration)
    }
#pragma omp for collapse(2) ordered(3) schedule(static)
    for (int i = 0; i < 6; i++)
      for (int j = 0; j < 7; j++)
        for (int k = 0; k < 8; k++) {
#pragma omp ordered depend(sink: i - 1, j, k) depend(sink: i, j - 1, k) depend(sink: i, j - 1, k + 1) depend(sink: i, j, k - 1)
          c3[i][j][k] = (i ? c3[i - 1][j][k] : 1) + (j ? c3[i][j - 1][k] : 1) + (j && k < 7 ? c3[i][j - 1][k + 1] : 1) + (k ? c3[i][j][k - 1] : 1);
          c3[i][j][k] %= 1009;
#pragma omp ordered depend(source)
        }
    orphan(x, 33);
  }
  static int r[N][M], d3[6][7][8];
  unsigned long rs = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++) {
      r[i][j] = 1 + ((i ? r[i - 1][j] : 0) + (j ? r[i][j - 1] : 0)) % 1000;
      rs += r[i][j];
      bad += a[i][j] != r[i][j];
    }
  bad += (rs != sum) * 1000000 + (last != (N - 1) * 100 + M - 1) * 2000000;
  bad += 10000 * (w[N - 1] != 63 * 32);
  for (int i = 0; i < 40; i += 3) bad += 100000 * (v[i] != 5 + i / 3 * 2);
  for (int i = 0; i < 6; i++) for (int j = 0; j < 7; j++) for (int k = 0; k < 8; k++) {
    d3[i][j][k] = (i ? d3[i - 1][j][k] : 1) + (j ? d3[i][j - 1][k] : 1) + (j && k < 7 ? d3[i][j - 1][k + 1] : 1) + (k ? d3[i][j][k - 1] : 1);
    d3[i][j][k] %= 1009;
    bad += 10 * (d3[i][j][k] != c3[i][j][k]);
  }
  for (int i = 32, k = 1; i >= 0; i -= 2, k++) bad += 5000000 * (x[i] != k);
  if (threads > 64 && seen(who, N) < 2) bad += 7;
  printf(bad ? "dependences were not kept %d\n" : "ok\n", bad);
  return 0;
}
