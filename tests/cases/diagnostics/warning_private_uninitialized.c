void f(int n, int *a)
{
  int t = 1;
#pragma omp target parallel for private(t) map(a[0:n])
  for (int i = 0; i < n; i++)
    a[i] += t;
}
