// only: device
// Updates with strides of sections behind pointers, of members and of rows (OpenMP 5.2 §13.9).
#include <stdio.h>
#include <stdlib.h>
#define N 4096
typedef struct { int n; float *x; float w[16]; } T;
int main(void)
{
  int errors = 0; T t; t.n = N; t.x = malloc(N * sizeof(float));
  double (*m)[50] = malloc(40 * sizeof *m);
  for (int i = 0; i < N; i++) t.x[i] = 0;
  for (int i = 0; i < 16; i++) t.w[i] = 0;
  for (int i = 0; i < 40; i++) for (int j = 0; j < 50; j++) m[i][j] = 0;
  int st = 3, n = 40;
  #pragma omp target data map(to: t.n, t.x[:N], t.w) map(to: m[0:n])
  {
    #pragma omp target
    {
      for (int i = 0; i < t.n; i++) t.x[i] = i;
      for (int i = 0; i < 16; i++) t.w[i] = 100 + i;
      for (int i = 0; i < n; i++) for (int j = 0; j < 50; j++) m[i][j] = i * 50 + j;
    }
    #pragma omp target update from(t.x[1:N/st:st], t.w[0:4:4]) from(m[n/4:n/8:2][5:9:5])
  }
  for (int i = 0; i < N; i++) if (t.x[i] != (i % 3 == 1 && (i - 1) / 3 < N / 3 ? i : 0)) errors++;
  for (int i = 0; i < 16; i++) if (t.w[i] != (i % 4 == 0 ? 100 + i : 0)) errors++;
  for (int i = 0; i < 40; i++) for (int j = 0; j < 50; j++) {
    int in = i >= 10 && (i - 10) % 2 == 0 && (i - 10) / 2 < 5 && j >= 5 && (j - 5) % 5 == 0 && (j - 5) / 5 < 9;
    if (m[i][j] != (in ? i * 50 + j : 0)) errors++;
  }
  puts(errors ? "wrong" : "ok");
  return errors;
}
