void f(double *a, unsigned n)
{
#pragma omp parallel for
  for (unsigned i = n - 1; i >= 0; i--)
    a[i] = 0;
}
