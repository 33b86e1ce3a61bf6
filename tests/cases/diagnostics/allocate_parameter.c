void f(int *p, int k) {
#pragma omp allocate(k)
}
