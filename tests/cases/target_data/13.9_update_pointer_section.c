// only: device
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
  int n = 10, *p = malloc(n * sizeof *p), bad = 0;
  for (int i = 0; i < n; i++)
    p[i] = i;
#pragma omp target enter data map(to: p[0:n])
#pragma omp target
  for (int i = 0; i < n; i++)
    p[i] *= 10;
#pragma omp target update from(p[4:3])
  for (int i = 0; i < n; i++)
    bad += p[i] != (i >= 4 && i < 7 ? 10 * i : i);
#pragma omp target exit data map(delete: p[0:n])
  puts(bad == 0 ? "ok" : "update through a pointer");
  free(p);
  return 0;
}
