#pragma omp declare simd linear(k) uniform(k)
int h(int k);
void f(int *p, int k) {
}
