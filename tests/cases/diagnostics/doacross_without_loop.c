void f(int *p, int k) {
#pragma omp ordered doacross(source:)
}
