void f(int n, int *a)
{
#pragma omp tile
  for (int i = 0; i < n; i++)
    a[i]++;
}
