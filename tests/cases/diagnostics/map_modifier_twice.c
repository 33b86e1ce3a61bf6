int main(void) {
  int a[4];
#pragma omp target map(always, always, to: a)
  a[0] = 1;
}
