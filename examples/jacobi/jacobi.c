/* Jacobi iteration for Laplace's equation on a square, the data kept on the
   device by `target data`. Every 100 sweeps the middle row is brought back by
   `target update`, and once a boundary value is changed on the host and sent. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#define N 66
#define SWEEPS 400

static double a[N][N], b[N][N], host_a[N][N], host_b[N][N];

static void boundary(double (*u)[N]) {
  memset(u, 0, sizeof(double) * N * N);
  for (int j = 0; j < N; j++)
    u[0][j] = 100.0;
}

static void sweep_host(double (*from)[N], double (*to)[N]) {
  for (int i = 1; i < N - 1; i++)
    for (int j = 1; j < N - 1; j++)
      to[i][j] = 0.25 * (from[i - 1][j] + from[i + 1][j] + from[i][j - 1] + from[i][j + 1]);
}

static void sweep_device(double (*from)[N], double (*to)[N]) {
  #pragma omp target teams distribute parallel for collapse(2)
  for (int i = 1; i < N - 1; i++)
    for (int j = 1; j < N - 1; j++)
      to[i][j] = 0.25 * (from[i - 1][j] + from[i + 1][j] + from[i][j - 1] + from[i][j + 1]);
}

int main(void) {
  boundary(a), boundary(b), boundary(host_a), boundary(host_b);

  #pragma omp target data map(tofrom: a) map(to: b)
  for (int s = 0; s < SWEEPS; s += 2) {
    sweep_device(a, b);
    sweep_device(b, a);
    if (s % 100 == 98) {
      #pragma omp target update from(a[N / 2:1][0:N])
      printf("after %3d sweeps the centre is %.6f\n", s + 2, a[N / 2][N / 2]);
    }
    if (s == 198) { /* heat one corner while the grids live on the device */
      a[N - 1][N - 1] = b[N - 1][N - 1] = 50.0;
      a[N - 1][N - 2] = b[N - 1][N - 2] = 50.0;
      #pragma omp target update to(a[N - 1:1][N - 2:2], b[N - 1:1][N - 2:2])
    }
  }

  for (int s = 0; s < SWEEPS; s += 2) {
    sweep_host(host_a, host_b);
    sweep_host(host_b, host_a);
    if (s == 198) {
      host_a[N - 1][N - 1] = host_b[N - 1][N - 1] = 50.0;
      host_a[N - 1][N - 2] = host_b[N - 1][N - 2] = 50.0;
    }
  }

  double worst = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      worst = fmax(worst, fabs(a[i][j] - host_a[i][j]));
  printf("largest difference from the host %s 1e-12\n", worst < 1e-12 ? "is below" : "EXCEEDS");
  return worst >= 1e-12;
}
