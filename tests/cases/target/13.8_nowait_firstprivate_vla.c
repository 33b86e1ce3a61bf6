// gcc: no (libgomp allocates a wild size for the array)
#include <stdio.h>

static int sum(int n)
{
  int v[n], s = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    for (int i = 0; i < n; i++)
      v[i] = i;
#pragma omp target nowait firstprivate(v) map(tofrom: s)
    for (int i = 0; i < n; i++)
      s += v[i];
    for (int i = 0; i < n; i++)
      v[i] = 1000;
#pragma omp taskwait
  }
  return s;
}

int main(void)
{
  puts(sum(10) == 45 ? "ok" : "a firstprivate variable length array");
  return 0;
}
