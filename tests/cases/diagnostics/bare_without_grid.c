void f(int *a, int n) {
  #pragma omp target teams ompx_bare num_teams(4) map(tofrom: a[0:n])
  a[0] = 1;
  #pragma omp target teams distribute ompx_bare num_teams(4) thread_limit(4) map(tofrom: a[0:n])
  for (int i = 0; i < n; i++) a[i] = 1;
}
