void f(int n, int *a) {
#pragma omp for collapse(2) schedule(static, 4)
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++)
      a[j] = i;
#pragma omp teams
#pragma omp distribute collapse(2) dist_schedule(static, 4)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++)
      a[j] = i;
#pragma omp taskloop collapse(2) grainsize(4)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++)
      a[j] = i;
}
