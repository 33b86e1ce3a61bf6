#include <stdio.h>
#include <stdlib.h>

int main(void)
{
  int n = 50, *p = malloc(n * sizeof *p);
  for (int i = 0; i < n; i++)
    p[i] = i;
#pragma omp target map(tofrom: p[10:20])
  for (int i = 10; i < 30; i++)
    p[i] += 1000;
  int bad = 0;
  for (int i = 0; i < n; i++)
    bad += p[i] != (i >= 10 && i < 30 ? i + 1000 : i);
  puts(bad == 0 ? "ok" : "p[10:20] is not addressed as p[i]");
  free(p);
  return 0;
}
