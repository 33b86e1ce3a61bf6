void f(int n, double *a)
{
  int i;
#pragma omp simd linear(i: 2)
  for (i = 0; i < n; i++)
    a[i] = 0;
}
