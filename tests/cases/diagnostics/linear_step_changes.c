void f(int n, int *a) {
  int j = 0;
#pragma omp for linear(j: j)
  for (int i = 0; i < n; i++) { a[j] = i; j += 1; }
}
