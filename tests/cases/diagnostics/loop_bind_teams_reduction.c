void f(int n, double *a, double *r)
{
  double s = 0;
#pragma omp teams num_teams(2)
#pragma omp loop bind(teams) reduction(+: s)
  for (int i = 0; i < n; i++)
    s += a[i];
  *r = s;
}
