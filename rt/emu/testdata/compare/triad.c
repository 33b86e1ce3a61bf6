void triad(int n, double s, const double *b, const double *c, double *a)
{
#pragma omp target teams distribute parallel for map(to: b[:n], c[:n]) map(from: a[:n])
  for (int i = 0; i < n; i++)
    a[i] = b[i] + s * c[i];
}
