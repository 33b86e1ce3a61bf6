void f(int n, int a[n][n])
{
#pragma omp target map(tofrom: a[0:n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i][j] = 0;
}
