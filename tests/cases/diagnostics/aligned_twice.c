void f(int n, int *a) {
#pragma omp simd aligned(a: 16) aligned(a: 32)
  for (int i = 0; i < n; i++) a[i]++;
}
