// flags: -fopenmp-version=60
void f(int n, int *a)
{
#pragma omp interchange permutation(1, 1)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[j]++;
}
