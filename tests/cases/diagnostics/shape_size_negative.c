void f(int *p) {
#pragma omp target update to(([-2][3])p)
}
