void f(int n, int *a)
{
#pragma omp tile sizes(0)
  for (int i = 0; i < n; i++)
    a[i]++;
}
