void f(int n, int *a)
{
  int s = 0;
#pragma omp parallel for reduction(inscan, +: s)
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < 2; j++) {
      if (j == i)
        continue;
      s++;
    }
    if (a[i] < 0)
      continue;
    s += a[i];
#pragma omp scan inclusive(s)
    if (s > 9)
      continue;
    a[i] = s;
  }
}
