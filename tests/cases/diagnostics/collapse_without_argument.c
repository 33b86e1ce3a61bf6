// collapse needs the number of loops.
void f(int n, double *a, double *b) {
  double sum = 0;
#pragma omp target teams distribute parallel for collapse
  for (int i = 0; i < n; i++)
    a[i] = b[i];
}
