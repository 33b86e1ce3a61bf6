// amd: each
#include <omp.h>
#include <stdio.h>

int main(void)
{
  int r[8] = {0};
#pragma omp parallel for num_threads(4)
  for (int k = 0; k < 8; k++) {
#pragma omp target nowait map(from: r[k:1]) firstprivate(k)
    r[k] = k + 100;
#pragma omp taskwait
  }
  int bad = 0;
  for (int k = 0; k < 8; k++)
    bad += r[k] != k + 100;
  puts(bad == 0 ? "ok" : "target tasks of several threads");
  return 0;
}
