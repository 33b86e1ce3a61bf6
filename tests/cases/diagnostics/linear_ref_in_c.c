void f(int n, double *a)
{
  int k = 0;
#pragma omp simd linear(ref(k))
  for (int i = 0; i < n; i++)
    a[k++] = 0;
}
