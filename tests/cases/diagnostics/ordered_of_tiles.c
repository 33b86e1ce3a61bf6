void f(int n, double *a)
{
#pragma omp parallel for ordered
#pragma omp tile sizes(4)
  for (int i = 0; i < n; i++) {
#pragma omp ordered
    a[i] += a[0];
  }
}
