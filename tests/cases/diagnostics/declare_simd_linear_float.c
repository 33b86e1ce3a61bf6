#pragma omp declare simd linear(k)
int h(float k);
void f(int *p, int k) {
}
