// flags: -fopenmp-version=60
// A task graph consists of tasks.
void f(int n, int m, double *a, double *b) {
  double sum = 0, x = 0;
  int k = 0;
#pragma omp taskgraph
  {
#pragma omp parallel
  k = 1;
}
}
