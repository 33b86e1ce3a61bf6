void f(int n, int *a)
{
  int s = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskgroup
    s = 1;
  }
#pragma omp parallel for reduction(+: s)
  for (int i = 0; i < n; i++) {
#pragma omp taskloop firstprivate(s)
    for (int j = 0; j < 2; j++)
      a[i] += s;
  }
}
