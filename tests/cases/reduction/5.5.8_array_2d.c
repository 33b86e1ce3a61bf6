#include <stdio.h>

int main(void)
{
  long m[2][3] = {{1, 1, 1}, {1, 1, 1}};
#pragma omp target parallel for reduction(+: m) map(tofrom: m) num_threads(4)
  for (int i = 0; i < 60; i++)
    m[i % 2][i % 3] += i;
  long w[2][3] = {{1, 1, 1}, {1, 1, 1}};
  int bad = 0;
  for (int i = 0; i < 60; i++)
    w[i % 2][i % 3] += i;
  for (int i = 0; i < 6; i++)
    bad += m[i / 3][i % 3] != w[i / 3][i % 3];
  puts(bad == 0 ? "ok" : "a two-dimensional array");
  return 0;
}
