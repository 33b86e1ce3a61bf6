// flags: -fopenmp-version=60
void f(int n)
{
#pragma omp parallel
  {
    int a[8] = {0};
#pragma omp for reduction(+: a[2:3])
    for (int i = 0; i < n; i++)
      a[2 + i % 3]++;
  }
}
