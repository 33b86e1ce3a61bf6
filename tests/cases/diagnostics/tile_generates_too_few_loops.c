void f(int *a, int n) {
#pragma omp target parallel for collapse(3) map(tofrom: a[0:n])
#pragma omp tile sizes(4)
  for (int i = 0; i < n; i++)
    a[i] = 1;
}
