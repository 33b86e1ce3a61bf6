#pragma omp declare simd aligned(a) aligned(a: 16)
int f(int *a, int i);
