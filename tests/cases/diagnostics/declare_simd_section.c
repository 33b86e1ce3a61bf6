#pragma omp declare simd uniform(a[0:4])
int f(int *a, int i, int n);
