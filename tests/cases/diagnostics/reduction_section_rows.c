void f(int n) {
  int a[4][4];
#pragma omp parallel for reduction(+: a[0:2][0:2])
  for (int i = 0; i < n; i++) a[0][0]++;
}
