#include <stdio.h>

static int run(int n)
{
  int v[n], s = 0;
  for (int i = 0; i < n; i++)
    v[i] = i;
#pragma omp target firstprivate(v) map(tofrom: s)
  for (int i = 0; i < n; i++) {
    v[i] += 1;
    s += v[i];
  }
  return s * 100 + v[n - 1];
}

int main(void)
{
  puts(run(5) == 1504 ? "ok" : "a firstprivate variable length array");
  return 0;
}
