// flags: -fopenmp-version=60
void f(int n, int *a)
{
#pragma omp fuse
  {
    for (int i = 0; i < n; i++)
      a[i]++;
    a[0] = 1;
  }
}
