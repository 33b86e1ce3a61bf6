struct pair { int a, b; };
int f(void) {
  struct pair l = {1, 2};
#pragma omp target map(tofrom: l.a)
  l.a += l.b;
  return l.a;
}
