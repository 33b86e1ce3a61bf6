int a[100], n, x;
int next(int);
void loops(void) {
  int i, j, k;
  float f;
#pragma omp parallel for
  x = 1;
#pragma omp parallel for
  while (x) { x--; }
#pragma omp parallel for
  { for (i = 0; i < n; i++) { } }
#pragma omp parallel for
  for (;;) { }
#pragma omp parallel for
  for (i = 0; i < n; i += a[i]) { }
#pragma omp parallel for
  for (i = 0; i < n; i *= 2) { }
#pragma omp parallel for
  for (i = 0; n > i; i++) { }
#pragma omp parallel for
  for (i = 0; i == n; i++) { }
#pragma omp parallel for
  for (i = 0; i < n; i--) { }
#pragma omp parallel for
  for (i = n; i >= 0; i = i - 2) { }
#pragma omp parallel for
  for (i = 0; i < n; i += 0) { }
#pragma omp parallel for
  for (i = 0; i != n; i += 2) { }
#pragma omp parallel for
  for (i = 0; i < n; i = next(i)) { }
#pragma omp parallel for
  for (f = 0; f < 1; f += 0.1f) { }
#pragma omp parallel for
  for (i = 0, j = 0; i < n; i++) { }
#pragma omp parallel for
  for (i = 0; i < n && x; i++) { }
#pragma omp parallel for
  for (i = 0; i < n; i++) { a[i] = i; i++; }
#pragma omp parallel for
  for (i = 0; i < k; i++) { k = 3; }
#pragma omp parallel for
  for (i = 0; i < n; i++) { if (a[i]) break; }
#pragma omp parallel for
  for (i = 0; i < n; i++) { if (a[i]) continue; switch (a[i]) { case 1: break; } for (;;) break; }
#pragma omp parallel for collapse(2)
  for (i = 0; i < n; i++) { a[i] = 0; }
#pragma omp parallel for collapse(2)
  for (i = 0; i < n; i++) { for (j = 0; j < n; j++) { } for (k = 0; k < n; k++) { } }
#pragma omp parallel for collapse(2)
  for (i = 0; i < n; i++) { a[i] = 0; for (j = 0; j < n; j++) { } }
#pragma omp for ordered(2)
  for (i = 0; i < n; i++) { a[i] = 0; for (j = 0; j < n; j++) { } }
#pragma omp tile sizes(2, 2)
  for (i = 0; i < n; i++) { a[i] = 0; for (j = 0; j < n; j++) { } }
#pragma omp parallel for
#pragma omp tile sizes(2)
  for (i = 0; i < n; i++) { }
#pragma omp parallel for
#pragma omp parallel
  { }
#pragma omp simd
  for (int *q = a; q < a + n; q++) { }
#pragma omp taskloop collapse(2)
  for (i = 0; i < n; i++) for (j = i; j < 2 * i + 1; j++) { }
}
