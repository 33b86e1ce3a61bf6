// flags: -fopenmp-version=60
// The directive is before the statements.
void f(int n, int m, double *a, double *b) {
  double sum = 0, x = 0;
  int k = 0;
#pragma omp taskloop
  for (int i = 0; i < n; i++) { a[i] = 1;
#pragma omp task_iteration depend(out: a[i])
 b[i] = 1; }
}
