#pragma omp declare simd simdlen(n)
int f(double *d, int n);
