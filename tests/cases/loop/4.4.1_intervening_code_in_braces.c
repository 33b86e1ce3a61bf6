// gcc: no (gcc-12 takes no code between associated loops)
/* OpenMP 5.2 §4.4.1: loop-body is { [intervening-code] loop-body [intervening-code] }: the next loop may stand
 * in further braces, which have declarations of their own. Intervening code is executed at least once for
 * each iteration of the loop around it. */
#include <stdio.h>

enum { N = 24, M = 7, K = 3 };

static int sums[N], seen[N], behind[N];

int main(void)
{
  int total = 0, host = 0, bad = 0;
#pragma omp target parallel for collapse(2) reduction(+: total) map(sums, seen)
  for (int i = 0; i < N; i++) {
    int outer = i;
    {
      int inner = 1;
      for (int j = 0; j < M; j++) {
        total += inner + outer;
#pragma omp atomic
        sums[i] += j;
      }
    }
    seen[i] = 1;
  }
#pragma omp target teams distribute parallel for collapse(3) map(tofrom: behind)
  for (int i = 0; i < N; i++) {
    {
      int a = i;
      for (int j = 0; j < M; j++) {
        int b = a + j;
        { {
          int c = b + 1;
          for (int k = 0; k < K; k++) {
#pragma omp atomic
            behind[i] += c - b;
          }
        } }
      }
    }
  }
#pragma omp parallel for collapse(2) reduction(+: host)
  for (int i = 0; i < N; i++) {
    int i = 100; /* hides the loop's variable in what follows */
    {
      int twice = 2 * i;
      for (int j = 0; j < M; j++)
        host += twice;
    }
  }
  for (int i = 0; i < N; i++)
    bad |= sums[i] != M * (M - 1) / 2 || !seen[i] || behind[i] != M * K;
  if (total != N * M + M * N * (N - 1) / 2 || host != N * M * 200 || bad)
    printf("%d %d %d\n", total, host, bad);
  else
    puts("ok");
  return 0;
}
