// The name of a critical construct is in parentheses.
void f(int n, double *a, double *b) {
  double sum = 0;
#pragma omp critical sum
  a[0] = sum + n;
}
