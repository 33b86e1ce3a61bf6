int main(void) {
  int a[10] = {0};
#pragma omp target map(tofrom: a[0..9])
  a[0] = 1;
  return a[0];
}
