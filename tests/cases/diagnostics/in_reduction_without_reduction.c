// flags: -fopenmp-version=60
// Nothing between the task and its parallel region reduces the item.
void f(int n, int m, double *a, double *b) {
  double sum = 0, x = 0;
  int k = 0;
#pragma omp parallel
  {
#pragma omp taskgroup
#pragma omp task in_reduction(+: sum)
  sum += 1;
}
}
