#include <stdio.h>

int main(void)
{
  int a[12] = {0};
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    int lo = 0, n = 4;
    for (int k = 0; k < 3; k++) {
      int *p = a + lo;
#pragma omp target nowait map(tofrom: p[0:n]) firstprivate(k, n)
      for (int i = 0; i < n; i++)
        p[i] = 10 * k + i;
      lo += n;
    }
#pragma omp taskwait
  }
  int bad = 0;
  for (int i = 0; i < 12; i++)
    bad += a[i] != i / 4 * 10 + i % 4;
  puts(bad == 0 ? "ok" : "bounds and pointers are those at the construct");
  return 0;
}
