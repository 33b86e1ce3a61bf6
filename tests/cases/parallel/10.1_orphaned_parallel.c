#include <stdio.h>

static int total(const int *a, int n)
{
  int s = 0;
#pragma omp parallel for reduction(+: s)
  for (int i = 0; i < n; i++)
    s += a[i];
  return s;
}

int main(void)
{
  int a[100], s = 0;
  for (int i = 0; i < 100; i++)
    a[i] = i;
#pragma omp target map(to: a) map(from: s)
  s = total(a, 100);
  puts(s == 4950 ? "ok" : "a parallel region in a called function");
  return 0;
}
