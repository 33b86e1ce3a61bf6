void f(int n, int *a)
{
#pragma omp tile sizes(2, 2)
  for (int i = 0; i < n; i++) {
    a[i] = 0;
    for (int j = 0; j < n; j++)
      a[j]++;
  }
}
