void f(double *d) {
#pragma omp target data map(d[0:10]) use_device_addr(*d)
  d[0] = 1;
#pragma omp target has_device_addr(*d)
  d[0] = 1;
}
int main(void) {}
