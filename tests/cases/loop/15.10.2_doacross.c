/* OpenMP 5.2 §15.10: doacross loops in a target region, with the clause's 5.2
 * and older spelling. */
#include <stdio.h>

int main(void)
{
  enum { N = 12, M = 9 };
  static int a[N][M], w[N];
  int bad = 0;
#pragma omp target map(a, w)
#pragma omp parallel num_threads(4)
  {
#pragma omp for ordered(2)
    for (int i = 0; i < N; i++)
      for (int j = 0; j < M; j++) {
#pragma omp ordered depend(sink: i - 1, j) depend(sink: i, j - 1)
        a[i][j] = 1 + (i ? a[i - 1][j] : 0) + (j ? a[i][j - 1] : 0);
#pragma omp ordered depend(source)
      }
#pragma omp for ordered(1)
    for (int i = 1; i < N; i++) {
#pragma omp ordered depend(sink: i - 1)
      w[i] = w[i - 1] + i;
#pragma omp ordered depend(source)
    }
  }
  int r[N][M];
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++) {
      r[i][j] = 1 + (i ? r[i - 1][j] : 0) + (j ? r[i][j - 1] : 0);
      bad += a[i][j] != r[i][j];
    }
  bad += w[N - 1] != 66;
  puts(bad ? "dependences were not kept" : "ok");
  return 0;
}
