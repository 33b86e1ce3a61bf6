// Words of a directive's name are separated by spaces.
void f(int n, double *a, double *b) {
  double sum = 0;
#pragma omp target-data map(tofrom: a[0:n])
  a[0] = sum + n;
}
