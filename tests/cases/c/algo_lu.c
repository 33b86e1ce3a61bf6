// LU decomposition with variable length array parameters, and the residual.
#include <math.h>
#include <stdio.h>

#pragma omp declare target
static int lu(int n, double a[n][n], int perm[n])
{
  for (int i = 0; i < n; i++)
    perm[i] = i;
  for (int k = 0; k < n; k++) {
    int p = k;
    for (int i = k + 1; i < n; i++)
      if (fabs(a[i][k]) > fabs(a[p][k]))
        p = i;
    if (a[p][k] == 0)
      return -1;
    if (p != k) {
      double row[n];
      for (int j = 0; j < n; j++)
        row[j] = a[k][j], a[k][j] = a[p][j], a[p][j] = row[j];
      int t = perm[k];
      perm[k] = perm[p];
      perm[p] = t;
    }
    for (int i = k + 1; i < n; i++) {
      a[i][k] /= a[k][k];
      for (int j = k + 1; j < n; j++)
        a[i][j] -= a[i][k] * a[k][j];
    }
  }
  return 0;
}

static void solve(int n, double a[n][n], const int perm[n], const double b[n], double x[n])
{
  for (int i = 0; i < n; i++) {
    x[i] = b[perm[i]];
    for (int j = 0; j < i; j++)
      x[i] -= a[i][j] * x[j];
  }
  for (int i = n - 1; i >= 0; i--) {
    for (int j = i + 1; j < n; j++)
      x[i] -= a[i][j] * x[j];
    x[i] /= a[i][i];
  }
}
#pragma omp end declare target

int main(void)
{
  int n = 24, status = 1;
  double a[n][n], m[n][n], b[n], x[n];
  for (int i = 0; i < n; i++) {
    b[i] = i + 1;
    for (int j = 0; j < n; j++)
      a[i][j] = m[i][j] = 1.0 / (1 + (i * 7 + j * 3) % 11) + (i == j);
  }
#pragma omp target map(tofrom: m, status) map(to: b) map(from: x)
  {
    int perm[n];
    status = lu(n, m, perm);
    solve(n, m, perm, b, x);
  }
  double worst = 0;
  for (int i = 0; i < n; i++) {
    double r = -b[i];
    for (int j = 0; j < n; j++)
      r += a[i][j] * x[j];
    worst = fmax(worst, fabs(r));
  }
  puts(status == 0 && worst < 1e-10 ? "ok" : "wrong");
  return 0;
}
