int x, y, i, a[4];
struct { int n; } t;
void f(int *p) {
#pragma omp atomic compare
  if (x == y) { x = x + 1; }
#pragma omp atomic compare capture
  { i = x; if (x == i) { x = 3; } }
#pragma omp atomic compare capture
  { x = x == y; if (x) { x = 3; } }
#pragma omp atomic capture
  { x = x * y + 2; i = x; }
#pragma omp atomic
  a[i] = a[i] + a[i];
#pragma omp atomic
  *p += *p;
#pragma omp atomic write
  t.n = t.n + 1;
}
