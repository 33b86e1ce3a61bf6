// flags: -fopenmp-version=60
void f(int n, int *a)
{
#pragma omp for
#pragma omp split counts(2, omp_fill)
  for (int i = 0; i < n; i++)
    a[i]++;
}
