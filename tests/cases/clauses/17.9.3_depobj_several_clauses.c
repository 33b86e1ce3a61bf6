// flags: -fopenmp-version=60
// gcc: no (init of depobj is new in 6.0)
// OpenMP 6.0 §17.9.3: a depobj construct takes several init, update and destroy clauses.
#include <omp.h>
#include <stdio.h>
int main(void) {
  int x = 0, y = 0;
  omp_depend_t d, e;
  #pragma omp depobj init(in(x): d) init(out(y): e)
  #pragma omp task depend(out: x) shared(x)
  x = 5;
  #pragma omp task depend(depobj: d) shared(x, y)
  y = x * 2;
  #pragma omp taskwait
  #pragma omp depobj update(inout: d) update(inout: e)
  #pragma omp target depend(depobj: d) map(tofrom: x) nowait
  x++;
  #pragma omp taskwait depend(depobj: d)
  if (x != 6 || y != 10) { printf("%d %d\n", x, y); return 1; }
  #pragma omp depobj destroy(d) destroy(e)
  #pragma omp depobj(d) depend(inout: y)
  #pragma omp depobj(d) destroy
  puts("ok");
}
