#pragma omp declare simd
struct pair { int a, b; };
int f(int a);
