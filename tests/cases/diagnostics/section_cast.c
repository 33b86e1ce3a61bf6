int main(void) {
  int a[10] = {0}; void *p = a;
#pragma omp target map(tofrom: (int *)p[0:10])
  ((int *)p)[0] = 1;
  return a[0];
}
