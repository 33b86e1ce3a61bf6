void f(int n, int *a, int *out)
{
  int shared = 0;
#pragma omp target teams num_teams(2) map(to: a[0:n]) map(out[0:2], shared)
  {
    int own = 0;
#pragma omp distribute parallel for reduction(+: own)
    for (int i = 0; i < n; i++) own += a[i];
#pragma omp distribute parallel for reduction(+: shared)
    for (int i = 0; i < n; i++) shared += a[i];
    out[0] = own;
  }
}
void sections(int n, int k, long *h, double *d)
{
#pragma omp target teams distribute reduction(+: h[1:k]) map(tofrom: d[0:n])
  for (int i = 0; i < n; i++) { h[i % k]++; d[i] = i; }
}
