// flags: -fopenmp-version=60
// The initialisation phase is the first.
void f(int n, int m, double *a, double *b) {
  double sum = 0, x = 0;
  int k = 0;
#pragma omp simd reduction(inscan, +: sum)
  for (int i = 0; i < n; i++) { b[i] = sum;
#pragma omp scan exclusive(sum)
 sum += a[i]; 
#pragma omp scan init_complete
 k = 1; }
}
