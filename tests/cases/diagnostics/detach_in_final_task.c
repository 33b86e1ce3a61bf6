// flags: -fopenmp-version=60
// A final task's tasks are executed at once.
#include <omp.h>
void f(int n, int m, double *a, double *b) {
  double sum = 0, x = 0;
  int k = 0;
  omp_event_handle_t e;
#pragma omp task final(1)
  {
#pragma omp task detach(e)
  omp_fulfill_event(e);
}
}
