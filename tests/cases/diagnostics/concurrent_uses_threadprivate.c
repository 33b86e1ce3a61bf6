int t;
#pragma omp threadprivate(t)
void f(int *p, int k) {
#pragma omp parallel for order(concurrent)
for (int i = 0; i < 9; i++) t += i;
}
