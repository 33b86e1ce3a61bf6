void f(int n, int *a) {
#pragma omp target teams distribute parallel for if(for: n) map(a[0:n])
  for (int i = 0; i < n; i++) a[i] = 1;
#pragma omp parallel for if(for: n)
  for (int i = 0; i < n; i++) a[i] = 1;
}
