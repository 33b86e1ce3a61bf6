int f(int x) { return x; }
#pragma omp begin declare variant match(construct={simd(simdlen(4))})
int f(int x) { return x + 1; }
#pragma omp end declare variant
