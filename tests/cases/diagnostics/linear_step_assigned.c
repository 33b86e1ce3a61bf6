void f(int n, double *a, int step)
{
  int k = 0;
#pragma omp simd linear(k: step)
  for (int i = 0; i < n; i++) {
    a[k] = 0;
    k += step;
    step = 1;
  }
}
