void f(int n, float *a, float *b) {
  float s = 0;
#pragma omp target map(a[0:n])
  for (int i = 0; i < n; i++) { float t = b[i]; a[i] = t; }
#pragma omp target map(tofrom: s) map(a[0:n])
  for (int i = 0; i < n; i++) s += a[i];
}
