// flags: -fopenmp-version=60
// gcc: no (transparent is of 6.0)
#include <omp.h>
// Children of an importing taskloop task wait for what precedes it; so do those of a transparent task with depend.
#include <stdio.h>
int main(void) { int x = 0, y = 0, bad = 0;
  #pragma omp parallel num_threads(4)
  #pragma omp single
  {
    #pragma omp task shared(x) depend(out: x)
    { for (volatile int i = 0; i < 2000000; i++) ; x = 1; }
    #pragma omp taskloop num_tasks(2) transparent(omp_import) shared(x, bad) nogroup
    for (int i = 0; i < 2; i++) {
      #pragma omp task shared(x, bad) depend(in: x)
      { if (x != 1) bad = 1; } }
    #pragma omp task shared(y) depend(out: y)
    { for (volatile int i = 0; i < 2000000; i++) ; y = 1; }
    #pragma omp task shared(y, bad) transparent(omp_impex) depend(in: x)
    {
      #pragma omp task shared(y, bad) depend(inout: y)
      { if (y != 1) bad |= 2; y = 2; } }
    #pragma omp task shared(y, bad) depend(in: y)
    { if (y != 2) bad |= 4; } }
  printf(bad ? "wrong %d\n" : "ok\n", bad); return bad; }
