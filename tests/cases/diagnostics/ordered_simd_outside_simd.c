int x;
void f(int *p, int k) {
#pragma omp for ordered
for (int i = 0; i < 9; i++) {
#pragma omp ordered simd
x++;
}
}
