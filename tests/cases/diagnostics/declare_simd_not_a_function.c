#pragma omp declare simd
int x;
