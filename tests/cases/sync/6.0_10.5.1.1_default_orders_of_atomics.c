// flags: -fopenmp-version=60
// gcc: no (gcc-12 does not know the default orders acquire and release)
/* OpenMP 6.0 §10.5.1.1: the default order acquire, behind atomic constructs that have an order of their own. */
#include <stdio.h>

int seen;
static int before(int *p)
{
  int v;
#pragma omp atomic write release
  *p = 4;
#pragma omp atomic read relaxed
  v = *p;
  return v;
}
#pragma omp requires atomic_default_mem_order(acquire)

int main(void)
{
  int x = 0, y = 0, d = 0, v;
#pragma omp parallel num_threads(4)
  {
#pragma omp atomic
    x++;
#pragma omp atomic capture
    v = y += 2;
#pragma omp atomic write relaxed
    seen = v;
  }
#pragma omp target map(tofrom: d)
#pragma omp parallel num_threads(4)
  {
    int w;
#pragma omp atomic
    d += 3;
#pragma omp atomic read
    w = d;
#pragma omp atomic capture seq_cst
    { w = d; d |= 0; }
  }
  if (before(&v) != 4 || x != 4 || y != 8 || d != 12 || seen < 2)
    return printf("%d %d %d %d\n", x, y, d, seen), 1;
  puts("ok");
}
