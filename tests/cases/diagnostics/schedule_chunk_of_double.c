void f(int n, double *a, double chunk)
{
#pragma omp target teams distribute parallel for schedule(static, chunk) map(a[0:n])
  for (int i = 0; i < n; i++)
    a[i] = 0;
}
