typedef struct S { int n; double *p; } S;
int a[100], b[100], n, x;
double *p;
#pragma omp declare mapper(deep : S s) map(s, s.p[0:s.n])
void maps(S s) {
#pragma omp target enter data map(from: a)
#pragma omp target exit data map(to: a)
#pragma omp target map(delete: a)
  { }
#pragma omp target map(mapper(dep), tofrom: s)
  { }
#pragma omp target map(mapper(deep), tofrom: s)
  { }
#pragma omp target data map(a[0:4])
#pragma omp target map(a[7:20])
  { }
}
void none(int k) {
  int local = 1;
#pragma omp parallel for default(none) shared(a)
  for (int i = 0; i < n; i++) { int t = local; a[i] = t + b[i]; }
#pragma omp target teams default(none) map(tofrom: a) shared(a)
  { int j; a[0] = k; }
}
void placement(void) {
#pragma omp requires unified_address
  if (x)
#pragma omp barrier
  for (int i = 0; i < 2; i++)
#pragma omp taskwait
  ;
  while (x)
#pragma omp flush
#pragma omp error message("stop here")
#pragma omp error severity(warning) message("careful")
#pragma omp error at(execution) message("later")
}
#pragma omp requires unified_shared_memory
void orders(int m) {
#pragma omp parallel for reduction(inscan, +: x)
  for (int i = 0; i < n; i++) { x += a[i]; }
#pragma omp for ordered
  for (int i = 0; i < n; i++) {
#pragma omp ordered
    { }
#pragma omp ordered
    { }
  }
#pragma omp for ordered(1)
  for (int i = 0; i < n; i++) {
#pragma omp ordered doacross(sink: i - 1)
  }
#pragma omp for
#pragma omp unroll full
  for (int i = 0; i < 12; i++) { }
#pragma omp for
#pragma omp unroll
  for (int i = 0; i < 12; i++) { }
#pragma omp unroll full
  for (int i = 0; i < m; i++) { }
}
