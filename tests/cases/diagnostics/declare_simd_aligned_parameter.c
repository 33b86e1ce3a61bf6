#pragma omp declare simd aligned(d: n)
int f(double *d, int n);
