#include <omp.h>
#include <stdio.h>

int main(void)
{
  int x = 0;
  omp_depend_t d;
#pragma omp depobj(d) depend(out: x)
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp target nowait depend(depobj: d) map(from: x)
    x = 4;
#pragma omp depobj(d) update(in)
#pragma omp target depend(depobj: d) map(tofrom: x)
    x += 1;
  }
#pragma omp depobj(d) destroy
  puts(x == 5 ? "ok" : "depobj update");
  return 0;
}
