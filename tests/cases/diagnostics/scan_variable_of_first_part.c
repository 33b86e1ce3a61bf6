void f(int n, int *a)
{
  int s = 0;
#pragma omp target parallel for reduction(inscan, +: s) map(tofrom: a[0:n])
  for (int i = 0; i < n; i++) {
    int twice = 2 * a[i];
    s += twice;
#pragma omp scan inclusive(s)
    a[i] = s - twice;
  }
}

void g(int n, int *a)
{
  int s = 0;
#pragma omp parallel for reduction(inscan, +: s)
  for (int i = 0; i < n; i++) {
    const int half = a[i] / 2;
    s += half;
#pragma omp scan inclusive(s)
    a[i] = s - half;
  }
}
