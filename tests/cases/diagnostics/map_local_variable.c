// flags: -fopenmp-version=60
// A device-local variable is not mapped.
  static int y;
#pragma omp declare target local(y)
void f(int n, int m, double *a, double *b) {
  double sum = 0, x = 0;
  int k = 0;
#pragma omp target map(tofrom: y)
  y = 1;
}
