// gcc: no (a feature of 6.0)
// flags: -fopenmp-version=60
// depobj with init says what object depends on (6.0 §17.9.3).
#include <omp.h>
#include <stdio.h>

int main(void)
{
  int x = 0, y = 0;
  omp_depend_t d;
#pragma omp depobj init(inout(x): d)
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp target nowait depend(depobj: d) map(tofrom: x)
    x = 5;
#pragma omp task depend(in: x) shared(x, y)
    y = x;
  }
#pragma omp depobj(d) destroy(d)
  puts(y == 5 ? "ok" : "wrong");
  return 0;
}
