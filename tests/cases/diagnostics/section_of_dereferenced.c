int main(void) { int a[10] = {0}, *p = a, **q = &p;
#pragma omp target map(*q[0:10])
  q[0][0] = 1;
  return a[0];
}
