// gcc: no (gcc-12 loses the assignment through p)
#include <stdio.h>
#include <stdlib.h>

struct s { int n; double x; int last; };

int main(void)
{
  struct s *p = malloc(sizeof *p);
  p->n = 1, p->x = 2, p->last = 3;
#pragma omp target map(tofrom: p->x)
  p->x *= 21;
  puts(p->n == 1 && p->x == 42 && p->last == 3 ? "ok" : "p->x");
  free(p);
  return 0;
}
