void f(int n, int *a)
{
  int s = 0;
#pragma omp parallel for reduction(inscan, +: s)
  for (int i = 0; i < n; i++) {
    if (a[i] < 0)
      goto next;
    s += a[i];
#pragma omp scan inclusive(s)
    a[i] = s;
  next:;
  }
}
