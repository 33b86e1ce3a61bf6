#include <stdio.h>

int main(void)
{
  int bad = 0, r[8];
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    for (int i = 0; i < 8; i++) {
#pragma omp target nowait map(from: r[i:1]) firstprivate(i)
      r[i] = i * i;
    }
#pragma omp taskwait
  }
  for (int i = 0; i < 8; i++)
    bad += r[i] != i * i;
  puts(bad == 0 ? "ok" : "values at the construct");
  return 0;
}
