int main(void) {
  int x = 0;
#pragma omp target has_device_addr(&x)
  x = 1;
  return x;
}
