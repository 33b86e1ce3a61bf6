int main(void) {
  int a[4];
#pragma omp target update to(a[0:2:0])
}
