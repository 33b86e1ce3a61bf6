#include <stdio.h>
#include <stdlib.h>

int main(void)
{
  int n = 50, *p = malloc(n * sizeof *p);
  for (int i = 0; i < n; i++)
    p[i] = i;
#pragma omp target map(tofrom: p[0:n])
  for (int i = 0; i < n; i++)
    p[i] = -p[i];
  int bad = 0;
  for (int i = 0; i < n; i++)
    bad += p[i] != -i;
  puts(bad == 0 ? "ok" : "section of a pointer");
  free(p);
  return 0;
}
