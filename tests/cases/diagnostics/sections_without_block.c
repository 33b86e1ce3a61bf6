void f(int *a) {
#pragma omp target parallel sections map(tofrom: a[0:1])
  a[0] = 1;
}
