#include <omp.h>
#include <stdio.h>

int main(void)
{
  int x = 0;
  omp_depend_t d;
#pragma omp depobj(d) depend(inout: x)
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp target nowait depend(depobj: d) map(tofrom: x)
    x += 1;
#pragma omp target nowait depend(depobj: d) map(tofrom: x)
    x *= 10;
#pragma omp taskwait
  }
#pragma omp depobj(d) destroy
  puts(x == 10 ? "ok" : "depobj");
  return 0;
}
