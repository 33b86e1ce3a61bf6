void f(int n, int *a)
{
  int i = 2;
#pragma omp parallel for
  for (i = i + 1; i < n; i++)
    a[i] = 0;
#pragma omp parallel for
  for (i = sizeof i; i < n; i++)
    a[i] = 0;
}
