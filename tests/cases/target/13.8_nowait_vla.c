#include <stdio.h>

static int product(int n)
{
  float p[n], v[n], w[n];
  int s = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    for (int i = 0; i < n; i++)
      v[i] = i, w[i] = 2;
#pragma omp target nowait depend(out: p) map(to: v, w) map(from: p)
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      p[i] = v[i] * w[i];
#pragma omp taskwait
    for (int i = 0; i < n; i++)
      s += p[i];
  }
  return s;
}

int main(void)
{
  puts(product(10) == 90 ? "ok" : "variable length arrays in a target task");
  return 0;
}
