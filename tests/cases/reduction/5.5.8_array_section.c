#include <stdio.h>
#include <stdlib.h>

int main(void)
{
  int *h = calloc(6, sizeof *h);
#pragma omp target parallel for reduction(+: h[1:3]) map(tofrom: h[0:6])
  for (int i = 0; i < 90; i++)
    h[1 + i % 3] += i;
  int w[3] = {0};
  for (int i = 0; i < 90; i++)
    w[i % 3] += i;
  puts(h[0] == 0 && h[1] == w[0] && h[2] == w[1] && h[3] == w[2] && h[4] == 0 ? "ok" : "section");
  free(h);
  return 0;
}
