// flags: -fopenmp-version=60
void f(int n, int *a)
{
#pragma omp fuse looprange(2, 3)
  {
    for (int i = 0; i < n; i++)
      a[i]++;
    for (int i = 0; i < n; i++)
      a[i]++;
  }
}
