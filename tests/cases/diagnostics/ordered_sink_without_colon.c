int main(void) {
  int a[8] = {0};
#pragma omp parallel for ordered(1)
  for (int i = 1; i < 8; i++) {
#pragma omp ordered depend(sink i - 1)
    a[i] = a[i - 1];
#pragma omp ordered depend(source)
  }
}
