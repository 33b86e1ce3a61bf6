void f(int *p) {
#pragma omp target data use_device_ptr(p) use_device_ptr(p)
  p[0] = 1;
}
