// gcc: no (gcc-12 evaluates the list items all the same)
#include <stdio.h>

struct s { int n, *v; };

int main(void)
{
  struct s *p = 0;
#pragma omp target enter data map(to: p->v[0:p->n]) if(p != 0)
#pragma omp target exit data map(release: p->v[0:p->n]) if(p != 0)
  puts("ok");
  return 0;
}
