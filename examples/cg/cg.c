/* Conjugate gradients with a sparse matrix in CSR form: a Poisson problem. All
   vectors stay on the device; each iteration brings back two numbers. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define SIDE 48
#define N (SIDE * SIDE)

typedef struct {
  int n;
  int *row, *col;
  double *val;
} Csr;

static Csr poisson(void) {
  Csr a = {N, malloc((N + 1) * sizeof(int)), malloc(5 * N * sizeof(int)), malloc(5 * N * sizeof(double))};
  int e = 0;
  for (int i = 0; i < N; i++) {
    int x = i % SIDE, y = i / SIDE;
    a.row[i] = e;
    if (y > 0) a.col[e] = i - SIDE, a.val[e++] = -1;
    if (x > 0) a.col[e] = i - 1, a.val[e++] = -1;
    a.col[e] = i, a.val[e++] = 4;
    if (x < SIDE - 1) a.col[e] = i + 1, a.val[e++] = -1;
    if (y < SIDE - 1) a.col[e] = i + SIDE, a.val[e++] = -1;
  }
  a.row[N] = e;
  return a;
}

/* By address: the device's copy of *a has its pointers attached; a copy of the
   structure made on the host would hold the host's. */
static void spmv(const Csr *a, const double *x, double *y) {
  int n = a->n;
  #pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int e = a->row[i]; e < a->row[i + 1]; e++)
      sum += a->val[e] * x[a->col[e]];
    y[i] = sum;
  }
}

static double dot(int n, const double *x, const double *y) {
  double sum = 0;
  #pragma omp target teams distribute parallel for reduction(+: sum)
  for (int i = 0; i < n; i++)
    sum += x[i] * y[i];
  return sum;
}

/* y = x + alpha * y */
static void aypx(int n, double alpha, const double *x, double *y) {
  #pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++)
    y[i] = x[i] + alpha * y[i];
}

/* y = y + alpha * x */
static void axpy(int n, double alpha, const double *x, double *y) {
  #pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++)
    y[i] += alpha * x[i];
}

int main(void) {
  Csr a = poisson();
  double *x = calloc(N, sizeof *x), *r = malloc(N * sizeof *r), *p = malloc(N * sizeof *p), *q = malloc(N * sizeof *q);
  for (int i = 0; i < N; i++)
    r[i] = p[i] = 1.0;

  int iterations = 0;
  #pragma omp target data map(to: a, a.row[0:N+1], a.col[0:a.row[N]], a.val[0:a.row[N]]) \
      map(tofrom: x[0:N]) map(to: r[0:N], p[0:N]) map(alloc: q[0:N])
  {
    double rr = dot(N, r, r), stop = 1e-20 * rr;
    while (rr > stop && iterations < 1000) {
      spmv(&a, p, q);
      double alpha = rr / dot(N, p, q);
      axpy(N, alpha, p, x);
      axpy(N, -alpha, q, r);
      double next = dot(N, r, r);
      aypx(N, next / rr, r, p);
      rr = next;
      iterations++;
    }
  }

  double worst = 0;
  for (int i = 0; i < N; i++) {
    double ax = 0;
    for (int e = a.row[i]; e < a.row[i + 1]; e++)
      ax += a.val[e] * x[a.col[e]];
    worst = fmax(worst, fabs(ax - 1.0));
  }
  printf("%d unknowns solved in %s 200 iterations\n", N, iterations < 200 ? "fewer than" : "NOT");
  printf("residual is %s 1e-8, u(centre) = %.6f\n", worst < 1e-8 ? "below" : "ABOVE", x[SIDE / 2 * SIDE + SIDE / 2]);
  free(a.row), free(a.col), free(a.val), free(x), free(r), free(p), free(q);
  return worst >= 1e-8;
}
