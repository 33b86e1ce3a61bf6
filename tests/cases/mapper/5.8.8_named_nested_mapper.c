// gcc: no (does not know mappers and iterators of map)
/* OpenMP 5.2 §5.8.8: named mappers, mappers that use mappers, map-type decay. */
#include <stdio.h>
#include <stdlib.h>
struct in { int n; int *p; };
struct out { struct in i; int tail[4]; struct in *more; };
#pragma omp declare mapper(struct in s) map(s.n, s.p[0:s.n])
#pragma omp declare mapper(deep: struct out o) map(o.i, o.tail[1:2]) map(to: o.more) map(o.more[0:1])
#pragma omp declare mapper(only_n: struct in s) map(s.n)

int main(void)
{
  struct in m = {2, malloc(2 * sizeof(int))};
  struct out o = {{3, malloc(3 * sizeof(int))}, {1, 2, 3, 4}, &m};
  for (int i = 0; i < 3; i++) o.i.p[i] = i + 1;
  m.p[0] = 7; m.p[1] = 8;
#pragma omp target map(mapper(deep), tofrom: o)
  {
    for (int i = 0; i < o.i.n; i++) o.i.p[i] *= 2;
    o.tail[1] = 20;
    o.more->p[1] = o.more->n;
  }
  printf("%d %d %d %d\n", o.i.p[2], o.tail[1], m.p[1], o.more == &m);
  int present = 0;
#pragma omp target map(mapper(only_n), tofrom: m) map(present)
  { m.n = 5; present = 1; }
  printf("%d %d\n", m.n, present);
  m.n = 2;
#pragma omp target data map(mapper(default), alloc: m)
  {
#pragma omp target
    { m.p[0] = 1; }
  }
  printf("%d\n", m.p[0] == 7 || m.p[0] == 1);
  return 0;
}
