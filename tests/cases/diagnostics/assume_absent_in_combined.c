void f(int n, double *a)
{
#pragma omp assume absent(barrier, simd)
  {
#pragma omp parallel for simd
    for (int i = 0; i < n; i++)
      a[i] = 0;
  }
}
