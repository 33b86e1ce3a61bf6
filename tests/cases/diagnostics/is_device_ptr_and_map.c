void f(int *p) {
#pragma omp target is_device_ptr(p) map(p)
  p[0] = 1;
}
