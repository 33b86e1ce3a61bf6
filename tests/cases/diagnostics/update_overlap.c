int main(void) {
  int a[20] = {0};
#pragma omp target update to(a[0:10]) from(a[5:10])
  return a[0];
}
