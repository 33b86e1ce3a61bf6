// flags: -fopenmp-version=60
void f(int n, int *a)
{
#pragma omp for collapse(2)
  for (int i = 0; i < n; i++)
#pragma omp reverse
    for (int j = 0; j < i; j++)
      a[i]++;
}
