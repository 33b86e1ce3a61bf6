void f(int *a) {
  #pragma omp target enter data map(ompx_hold, to: a[0:4])
}
