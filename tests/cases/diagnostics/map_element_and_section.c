int main(void) {
  int a[10] = {0};
  struct { int v[4]; } s = {{0}};
#pragma omp target map(to : a[1]) map(from : a[0:2])
  a[0] = a[1];
#pragma omp target map(s.v[0:2], s.v[1:2])
  s.v[0] = 1;
  return a[0];
}
