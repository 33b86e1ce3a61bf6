void f(int *p, int k) {
#pragma omp simd linear(p: 1.5)
for (int i = 0; i < 9; i++) p++;
}
