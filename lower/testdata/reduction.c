double dot(int n, const double *x, const double *y)
{
  double s = 0;
#pragma omp target teams distribute parallel for reduction(+:s) map(to: x[0:n], y[0:n])
  for (int i = 0; i < n; i++)
    s += x[i] * y[i];
  return s;
}
int nested(int n, int m, int *a, int h[8])
{
  int best = 0;
#pragma omp target teams map(to: a[0:n*m]) map(tofrom: h[0:8]) reduction(max: best)
#pragma omp distribute
  for (int i = 0; i < n; i++) {
#pragma omp parallel for reduction(max: best) reduction(+: h[0:8])
    for (int j = 0; j < m; j++) {
      if (a[i * m + j] > best) best = a[i * m + j];
      h[j & 7]++;
    }
  }
  return best;
}
