#pragma omp declare simd linear(i: n)
int f(int *a, int i, int n);
