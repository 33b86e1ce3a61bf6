#include <stdio.h>
#include <stdlib.h>

struct s { int n; double x; };

int main(void)
{
  struct s *p = malloc(2 * sizeof *p);
  p[0].n = 1, p[0].x = 2, p[1].n = 3, p[1].x = 4;
#pragma omp target map(tofrom: p[0:2])
  {
    p[0].n += 10;
    p[1].x += 10;
  }
  puts(p[0].n == 11 && p[0].x == 2 && p[1].n == 3 && p[1].x == 14 ? "ok" : "array of structures");
  free(p);
  return 0;
}
