void f(int n, int *a)
{
#pragma omp tile sizes(2, 2)
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++)
      a[j]++;
}
