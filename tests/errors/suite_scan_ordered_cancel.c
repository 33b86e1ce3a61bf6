// Lines with the comment "wrong" are wrong, and all others are right.
void foo(void);
void f(int n, int *a, int *b) {
  int s = 0, t = 0, i;
#pragma omp for reduction(inscan, +: s) // wrong
  for (i = 0; i < n; i++) { s += a[i];
#pragma omp scan inclusive(s)
    b[i] = s; }
#pragma omp for reduction(inscan, +: s) // wrong
  for (i = 0; i < n; i++) { s += a[i];
#pragma omp scan inclusive(t) // wrong
    b[i] = s; }
#pragma omp for reduction(inscan, +: s)
  for (i = 0; i < n; i++) { s += a[i];
#pragma omp scan // wrong
    b[i] = s; }
#pragma omp for reduction(inscan, +: s) // wrong
  for (i = 0; i < n; i++) { s += a[i];
#pragma omp scan inclusive(s) exclusive(s) // wrong
    b[i] = s; }
#pragma omp for reduction(inscan, +: s) // wrong
  for (i = 0; i < n; i++) s += a[i];
#pragma omp for reduction(inscan, +: s) reduction(+: t) // wrong
  for (i = 0; i < n; i++) { s += a[i];
#pragma omp scan inclusive(s)
    b[i] = s; }
#pragma omp for ordered
  for (i = 0; i < n; i++) {
#pragma omp ordered
    foo();
  }
#pragma omp for ordered
  for (i = 0; i < n; i++) {
#pragma omp ordered threads simd // wrong
    foo();
#pragma omp ordered threads threads // wrong
    foo();
#pragma omp ordered nowait // wrong
    foo();
  }
#pragma omp for ordered(1)
  for (i = 1; i < n; i++) {
#pragma omp ordered doacross(sink: i - 1)
    foo();
#pragma omp ordered doacross(source:)
  }
#pragma omp for ordered(1)
  for (i = 1; i < n; i++) {
#pragma omp ordered doacross(sink: n - 1) // wrong
#pragma omp ordered doacross(sink: i - 1, i) // wrong
#pragma omp ordered doacross(sink: i + 1) // wrong
#pragma omp ordered doacross(bad: i) // wrong
#pragma omp ordered doacross(sink:) // wrong
#pragma omp ordered doacross(source:)
  }
#pragma omp for ordered(2) // wrong
  for (i = 1; i < n; i++) foo();
#pragma omp parallel
  {
#pragma omp cancel parallel
#pragma omp cancel parallel if(n)
#pragma omp cancel parallel if(cancel: n)
#pragma omp cancel parallel if(for: n) // wrong
#pragma omp cancel for // wrong
#pragma omp cancel // wrong
#pragma omp cancel bad // wrong
#pragma omp cancel parallel for // wrong
#pragma omp cancellation point parallel
#pragma omp cancellation point // wrong
#pragma omp cancellation parallel // wrong
#pragma omp cancellation point parallel if(n) // wrong
  }
#pragma omp for nowait
  for (i = 0; i < n; i++) {
#pragma omp cancel for // wrong
  }
#pragma omp for ordered
  for (i = 0; i < n; i++) {
#pragma omp cancel for // wrong
  }
#pragma omp task
  {
#pragma omp cancel taskgroup
#pragma omp cancellation point taskgroup
  }
}
