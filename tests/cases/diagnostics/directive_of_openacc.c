// kernels is OpenACC's.
void f(int n, double *a, double *b) {
  double sum = 0;
#pragma omp kernels
  for (int i = 0; i < n; i++)
    a[i] = b[i];
}
