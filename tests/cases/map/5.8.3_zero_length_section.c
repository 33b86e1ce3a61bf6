#include <stdio.h>
#include <stdlib.h>

int main(void)
{
  int n = 0, *p = malloc(8), r = 0;
#pragma omp target map(tofrom: p[0:n]) map(tofrom: r)
  r = n == 0 ? 3 : 4;
  puts(r == 3 ? "ok" : "a section of length zero");
  free(p);
  return 0;
}
