int main(void) {
  int a[4];
#pragma omp target map(a[0.5:2])
  a[0] = 1;
}
