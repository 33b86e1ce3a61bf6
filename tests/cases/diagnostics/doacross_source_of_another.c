// flags: -fopenmp-version=60
// An iteration signals for itself.
void f(int n, int m, double *a, double *b) {
  double sum = 0, x = 0;
  int k = 0;
#pragma omp for ordered(1)
  for (int i = 0; i < n; i++) {
#pragma omp ordered doacross(source: omp_cur_iteration - 1)
  ;
}
}
