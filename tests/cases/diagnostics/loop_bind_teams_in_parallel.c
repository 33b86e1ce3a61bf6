void f(int n, int *a) {
#pragma omp parallel
#pragma omp loop bind(teams)
  for (int i = 0; i < n; i++) a[i]++;
}
