void f(int n, int *a)
{
#pragma omp unroll partial(0)
  for (int i = 0; i < n; i++)
    a[i]++;
}
