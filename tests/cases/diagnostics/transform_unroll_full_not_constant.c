void f(int n, int *a)
{
#pragma omp unroll full
  for (int i = 0; i < n; i++)
    a[i]++;
}
