void f(int n, int *a)
{
  int s = 0;
#pragma omp target teams distribute simd reduction(inscan, +: s) map(tofrom: a[0:n])
  for (int i = 0; i < n; i++) {
    s += a[i];
#pragma omp scan inclusive(s)
    a[i] = s;
  }
}
