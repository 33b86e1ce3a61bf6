// flags: -O2 -fopenmp-targets=nvptx -Rpass=omp-kernel -Rpass-missed=omp-kernel -Rpass-analysis=omp-kernel -w
// The forms of kernels on a GPU, and what keeps them from a better one.
void count(int *p);

double forms(int n, double *restrict x, double *y) {
  double sum = 0;
  struct { double re, im; } z = {0, 0};
  #pragma omp declare reduction(add: __typeof__(z): omp_out.re += omp_in.re, omp_out.im += omp_in.im) initializer(omp_priv = {0, 0})
  #pragma omp target teams distribute parallel for map(x[0:n]) reduction(+: sum) reduction(add: z)
  for (int i = 0; i < n; i++) {
    sum += x[i];
    z.re += x[i];
  }
  #pragma omp target teams distribute parallel for map(x[0:n]) schedule(static, 4)
  for (int i = 0; i < n; i++)
    x[i] = 0;
  #pragma omp target teams distribute parallel for map(x[0:n]) dist_schedule(static, 8)
  for (int i = 0; i < n; i++)
    x[i] = 0;
  #pragma omp target teams distribute map(x[0:n])
  for (int i = 0; i < n; i++) {
    double part[8];
    #pragma omp parallel for
    for (int j = 0; j < 8; j++)
      part[j] = j;
    x[i] = part[3];
  }
  #pragma omp target parallel for map(x[0:n])
  for (int i = 0; i < n; i++)
    x[i] = 1;
  #pragma omp target map(x[0:n])
  x[0] = 1;
  #pragma omp target teams num_teams(4) map(x[0:n], y[0:n])
  x[0] = y[0];
  #pragma omp target teams num_teams(2) thread_limit(64) map(x[0:n])
  {
    x[1] = 2;
    #pragma omp parallel
    x[2] = 3;
  }
  #pragma omp target parallel for reduction(inscan, +: sum) map(x[0:n])
  for (int i = 0; i < n; i++) {
    sum += x[i];
    #pragma omp scan inclusive(sum)
    x[i] = sum;
  }
  return sum + z.re;
}

void unknown(int n, int *p, int **all) {
  #pragma omp target teams distribute map(p[0:n], all[0:n])
  for (int i = 0; i < n; i++) {
    count(all[i]);
    p[i] = 0;
  }
  #pragma omp target teams distribute map(p[0:n])
  for (int i = 0; i < n; i += 64) {
    int tile[64];
    #pragma omp parallel for
    for (int j = 0; j < 64; j++)
      tile[j] = j;
    #pragma omp parallel for
    for (int j = 0; j < 64; j++)
      p[i + j] = tile[63 - j];
  }
}

void streams(int n, float *y, float *x, float *z) {
  #pragma omp target teams distribute parallel for map(y[0:n]) map(to: x[0:n])
  for (int i = 0; i < n; i++)
    y[i] = 2 * x[i] + y[i];
  #pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++)
    z[i] = y[i];
}
