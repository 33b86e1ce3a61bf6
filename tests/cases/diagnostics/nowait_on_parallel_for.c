// A parallel construct ends with a barrier.
void f(int n, double *a) {
#pragma omp parallel for nowait
  for (int i = 0; i < n; i++)
    a[i] = 0;
}
