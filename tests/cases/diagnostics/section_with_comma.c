int main(void) {
  int a[10][10] = {0};
#pragma omp target map(tofrom: a[0:10, 0:10])
  a[0][0] = 1;
  return a[0][0];
}
