// C's constructs have no end directive.
void f(int n, double *a, double *b) {
  double sum = 0;
#pragma omp target map(tofrom: a[0:n])
  {
    a[0] = 1;
  }
#pragma omp end target
  a[0] = sum + n;
}
