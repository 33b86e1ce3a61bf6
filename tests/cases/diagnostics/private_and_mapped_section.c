// What a section is made of cannot be private on the same construct.
void f(int n, double *d) {
  double a[10];
  struct { int n, m; } s;
#pragma omp target private(a) map(a[0:10])
  a[0] = 1;
#pragma omp target firstprivate(d) map(d[0:n])
  d[0] = 1;
#pragma omp target private(s) map(s.n)
  s.n = 1;
}
int main(void) {}
