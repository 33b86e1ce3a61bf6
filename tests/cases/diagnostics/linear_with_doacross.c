void f(int n, int *a) {
  int j = 0;
#pragma omp for ordered(1) linear(j: 1)
  for (int i = 0; i < n; i++) {
#pragma omp ordered doacross(source:)
  }
}
