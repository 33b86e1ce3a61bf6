#include <stdio.h>

int main(void)
{
  int a[20], j = 100;
#pragma omp target map(from: a) map(tofrom: j)
#pragma omp parallel for linear(j: 2) num_threads(4) schedule(static, 3)
  for (int i = 0; i < 20; i++) {
    a[i] = j;
    j += 2;
  }
  int bad = j != 140;
  for (int i = 0; i < 20; i++)
    bad += a[i] != 100 + 2 * i;
  puts(bad == 0 ? "ok" : "linear on for");
  return 0;
}
