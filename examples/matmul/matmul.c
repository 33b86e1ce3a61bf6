/* Tiled matrix multiplication C = A*B: teams take tiles, the threads of a team
   take the elements of a tile. */
#include <stdio.h>
#include <stdlib.h>

#define N 192
#define TILE 32

static void matmul(const double *a, const double *b, double *c) {
  #pragma omp target teams distribute collapse(2) map(to: a[0:N*N], b[0:N*N]) map(from: c[0:N*N]) thread_limit(256)
  for (int ti = 0; ti < N; ti += TILE)
    for (int tj = 0; tj < N; tj += TILE) {
      #pragma omp parallel for collapse(2)
      for (int i = ti; i < ti + TILE; i++)
        for (int j = tj; j < tj + TILE; j++) {
          double sum = 0;
          for (int k = 0; k < N; k++)
            sum += a[i * N + k] * b[k * N + j];
          c[i * N + j] = sum;
        }
    }
}

int main(void) {
  double *a = malloc(N * N * sizeof *a), *b = malloc(N * N * sizeof *b), *c = malloc(N * N * sizeof *c);
  for (int i = 0; i < N * N; i++) {
    a[i] = i % 7 - 3;
    b[i] = i % 5 - 2;
  }
  matmul(a, b, c);

  int wrong = 0;
  double trace = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      double sum = 0;
      for (int k = 0; k < N; k++)
        sum += a[i * N + k] * b[k * N + j];
      wrong += sum != c[i * N + j];
      trace += i == j ? c[i * N + j] : 0;
    }
  printf("%d x %d product: trace %g, c[5][7] = %g, %d wrong\n", N, N, trace, c[5 * N + 7], wrong);
  free(a), free(b), free(c);
  return wrong != 0;
}
