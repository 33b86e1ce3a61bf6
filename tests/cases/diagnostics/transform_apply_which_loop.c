// flags: -fopenmp-version=60
void f(int n, int *a)
{
#pragma omp tile sizes(2) apply(reverse)
  for (int i = 0; i < n; i++)
    a[i]++;
}
