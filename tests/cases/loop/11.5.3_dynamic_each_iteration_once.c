#include <stdio.h>

int main(void)
{
  int a[500] = {0}, bad = 0;
#pragma omp target map(tofrom: a)
#pragma omp parallel num_threads(8)
  for (int r = 0; r < 4; r++) {
#pragma omp for schedule(dynamic, 3)
    for (int i = 0; i < 500; i++)
      a[i] += 1;
  }
  for (int i = 0; i < 500; i++)
    bad += a[i] != 4;
  puts(bad == 0 ? "ok" : "dynamic loops after one another");
  return 0;
}
