// threads is a clause of ordered.
void f(int n, double *a, double *b) {
  double sum = 0;
#pragma omp target teams distribute parallel for threads(128)
  for (int i = 0; i < n; i++)
    a[i] = b[i];
}
