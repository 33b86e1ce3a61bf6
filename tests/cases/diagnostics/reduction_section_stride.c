void f(int n, int *a) {
#pragma omp parallel for reduction(+: a[0:4:2])
  for (int i = 0; i < n; i++) a[0]++;
}
