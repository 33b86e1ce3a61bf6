void f(int *p) {
#pragma omp target update to(([][3])p)
}
