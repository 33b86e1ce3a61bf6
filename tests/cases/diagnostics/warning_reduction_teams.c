double sum(int n, const double *a)
{
  double s = 0;
#pragma omp target teams map(tofrom: s) map(to: a[0:n])
#pragma omp distribute parallel for reduction(+: s)
  for (int i = 0; i < n; i++)
    s += a[i];
  return s;
}
