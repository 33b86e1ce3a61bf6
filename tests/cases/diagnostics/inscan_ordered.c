void f(int n, int *a) {
  int s = 0;
#pragma omp parallel for reduction(inscan, +: s) ordered
  for (int i = 0; i < n; i++) {
    s += a[i];
#pragma omp scan inclusive(s)
    a[i] = s;
  }
}
