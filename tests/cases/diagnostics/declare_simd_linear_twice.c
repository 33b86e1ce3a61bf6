#pragma omp declare simd linear(i) linear(i:2)
int f(int *a, int i);
