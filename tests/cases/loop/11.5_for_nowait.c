#include <stdio.h>

int main(void)
{
  int a[64], b[64];
#pragma omp target map(from: a, b)
#pragma omp parallel num_threads(4)
  {
#pragma omp for nowait
    for (int i = 0; i < 64; i++)
      a[i] = i;
#pragma omp for
    for (int i = 0; i < 64; i++)
      b[i] = -i;
  }
  puts(a[63] == 63 && b[63] == -63 ? "ok" : "nowait");
  return 0;
}
