// OpenACC's update host is OpenMP's target update from.
void f(int n, double *a, double *b) {
  double sum = 0;
#pragma omp target update host(a[0:n])
  a[0] = sum + n;
}
