#pragma omp declare simd aligned(k: 8)
int h(int k);
void f(int *p, int k) {
}
