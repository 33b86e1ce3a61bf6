void f(int n, int *a)
{
  int t = 0, u = 0;
#pragma omp target teams distribute parallel for reduction(inscan, +: t) map(tofrom: a[0:n]) dist_schedule(static)
  for (int i = 0; i < n; i++) {
    t += a[i];
#pragma omp scan inclusive(t)
    a[i] = t;
  }
#pragma omp target teams map(tofrom: a[0:n]) firstprivate(u)
#pragma omp distribute parallel for reduction(inscan, +: u)
  for (int i = 0; i < n; i++) {
    u += a[i];
#pragma omp scan inclusive(u)
    a[i] = u;
  }
}
