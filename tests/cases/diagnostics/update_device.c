// OpenACC's update device is OpenMP's target update to.
void f(int n, double *a, double *b) {
  double sum = 0;
#pragma omp target update device(a[0:n])
  a[0] = sum + n;
}
