#include <stdio.h>

static void fill(int *x, int n, int v)
{
#pragma omp target map(from: x[0:n])
  for (int i = 0; i < n; i++)
    x[i] = v;
}

int main(void)
{
  int x[100];
#pragma omp target data map(from: x)
  {
    for (int k = 0; k < 10; k++)
      fill(x + 10 * k, 10, k);
  }
  int bad = 0;
  for (int i = 0; i < 100; i++)
    bad += x[i] != i / 10;
  puts(bad == 0 ? "ok" : "parts of a mapped array");
  return 0;
}
