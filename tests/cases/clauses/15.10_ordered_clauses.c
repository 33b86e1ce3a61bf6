#include <stdio.h>

int main(void)
{
  int order[20], n = 0, a[20];
#pragma omp target map(tofrom: order, n, a)
  {
#pragma omp parallel for ordered num_threads(4) schedule(dynamic, 1)
    for (int i = 0; i < 20; i++) {
#pragma omp ordered threads
      order[n++] = i;
    }
#pragma omp simd
    for (int i = 0; i < 20; i++) {
      a[i] = i;
#pragma omp ordered simd
      a[i] += 1;
    }
  }
  int bad = n != 20;
  for (int i = 0; i < 20; i++)
    bad += order[i] != i || a[i] != i + 1;
  puts(bad == 0 ? "ok" : "ordered");
  return 0;
}
