// gcc: no (gcc-12 has no sections in use_device_addr)
#include <stdio.h>
#include <stdlib.h>

struct s { int n; int v[4]; };

static void set(struct s *d, int *q)
{
#pragma omp target is_device_ptr(d, q)
  {
    d->n = 4;
    d->v[3] = 7;
    q[2] = 5;
  }
}

int main(void)
{
  struct s x = {0, {0}};
  int *p = calloc(4, sizeof *p);
#pragma omp target data map(tofrom: x, p[0:4]) use_device_addr(x, p[0:4])
  set(&x, &p[0]);
  puts(x.n == 4 && x.v[3] == 7 && p[2] == 5 ? "ok" : "use_device_addr of a structure and a section");
  free(p);
  return 0;
}
