void f(int *a, int n)
{
  int x = 0;
#pragma omp parallel private(x)
#pragma omp task in_reduction(+: x)
  x += 1;
#pragma omp parallel shared(x)
#pragma omp taskloop in_reduction(+: x)
  for (int i = 0; i < n; i++)
    x += a[i];
}
