// flags: -fopenmp-version=60
// A taskloop in a task graph has nogroup.
void f(int n, int m, double *a, double *b) {
  double sum = 0, x = 0;
  int k = 0;
#pragma omp taskgraph
  {
#pragma omp taskloop
  for (int i = 0; i < n; i++) a[i] = b[i];
}
}
