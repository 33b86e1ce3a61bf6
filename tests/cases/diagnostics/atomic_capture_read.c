int x, y;
void f(int *p, int k) {
#pragma omp atomic capture read
y = x;
}
