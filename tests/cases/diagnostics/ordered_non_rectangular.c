void f(int n, double *a)
{
#pragma omp parallel for collapse(2) ordered
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++) {
#pragma omp ordered
      a[j] += i;
    }
}
