// gcc: no (gcc-12 does not know loop transformations)
// flags: -fopenmp-version=60
/* OpenMP 6.0 §11.5, §11.4, §11.7: reverse generates one loop in the place of the outer one; collapse and
 * doacross take it with the loops inside of it (§6.4.1). */
#include <stdio.h>

#define N 6
#define M 5
static int bad;
static void same(const char *what, const int *got, const int *want)
{
  for (int k = 0; k < N * M; k++)
    if (got[k] != want[k]) { printf("%s: step %d is %d, not %d\n", what, k, got[k], want[k]); bad = 1; return; }
}

int main(void)
{
  int o[N * M], w[N * M], n, m, a[N][M] = {{0}};

#pragma omp target teams distribute parallel for collapse(2) map(tofrom: a)
#pragma omp reverse
  for (int i = 0; i < N; i++) for (int j = 0; j < M; j++) a[i][j] += i * M + j;
#pragma omp target teams distribute parallel for simd collapse(2) map(tofrom: a)
  for (int i = 0; i < N; i++)
#pragma omp reverse
  for (int j = 0; j < M; j++) a[i][j] += i * M + j;
#pragma omp parallel for collapse(2)
#pragma omp reverse
  for (int i = 0; i < N; i++) for (int j = 0; j < M; j++) a[i][j] += i * M + j;
  for (int i = 0; i < N; i++) for (int j = 0; j < M; j++)
    if (a[i][j] != 3 * (i * M + j)) { printf("a[%d][%d] is %d\n", i, j, a[i][j]); bad = 1; }

  n = 0;
#pragma omp target parallel for num_threads(3) ordered collapse(2) map(tofrom: o, n)
#pragma omp reverse
  for (int i = 0; i < N; i++) for (int j = 0; j < M; j++) {
    #pragma omp ordered
    o[n++] = i * M + j;
  }
  m = 0; for (int i = N - 1; i >= 0; i--) for (int j = 0; j < M; j++) w[m++] = i * M + j;
  same("ordered collapse(2) of reverse", o, w);

  n = 0;
#pragma omp target parallel for num_threads(3) schedule(static, 1) ordered(2) map(tofrom: o, n)
#pragma omp reverse
  for (int i = 0; i < N; i++) for (int j = 0; j < M; j++) {
    #pragma omp ordered doacross(sink: omp_cur_iteration - 1)
    o[n++] = i * M + j;
    #pragma omp ordered doacross(source:)
  }
  same("ordered(2) of reverse", o, w);

  n = 0;
#pragma omp parallel for num_threads(3) schedule(static, 1) ordered(2)
#pragma omp interchange
  for (int i = 0; i < N; i++) for (int j = 0; j < M; j++) {
    #pragma omp ordered doacross(sink: omp_cur_iteration - 1)
    o[n++] = i * M + j;
    #pragma omp ordered doacross(source:)
  }
  m = 0; for (int j = 0; j < M; j++) for (int i = 0; i < N; i++) w[m++] = i * M + j;
  same("ordered(2) of interchange on the host", o, w);

  n = 0;
#pragma omp target parallel for num_threads(1) collapse(3) map(tofrom: o, n)
#pragma omp stripe sizes(4)
#pragma omp reverse
  for (int i = 0; i < N; i++) for (int j = 0; j < M; j++) o[n++] = i * M + j;
  m = 0; for (int s = 0; s < 4; s++) for (int i = N - 1 - s; i >= 0; i -= 4) for (int j = 0; j < M; j++) w[m++] = i * M + j;
  same("stripe of reverse", o, w);

  /* The last iteration of a partial tile is the last one, though the tile is not full. */
  int last = -1;
#pragma omp parallel for collapse(2) lastprivate(last)
#pragma omp tile sizes(4)
  for (int i = 0; i < N; i++) last = i;
  if (last != N - 1) { printf("last is %d on the host\n", last); bad = 1; }
#pragma omp target parallel for collapse(2) lastprivate(last) map(from: last)
#pragma omp tile sizes(4)
  for (int i = 0; i < N; i++) last = i + 10;
  if (last != N + 9) { printf("last is %d\n", last); bad = 1; }
  puts(bad ? "wrong" : "ok");
  return bad;
}
