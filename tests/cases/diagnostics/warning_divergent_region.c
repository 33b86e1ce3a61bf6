#include <omp.h>
void f(int n, double *a)
{
#pragma omp parallel
  {
    int me = omp_get_thread_num(), all = omp_get_num_threads();
    if (me == 0) {
#pragma omp barrier
      a[0] = 1;
    }
    if (omp_get_thread_num() > 0)
#pragma omp for
      for (int i = 0; i < n; i++)
        a[i] = 0;
#pragma omp for
    for (int i = me; i < n; i += all)
      a[i] = i;
    if (all > 1) {
#pragma omp barrier
    }
    for (int i = me; i < n; i += all)
      a[i] = i;
    if (me == 0) {
#pragma omp critical
      a[0]++;
#pragma omp parallel
      {
#pragma omp barrier
        a[1] = 2;
      }
    }
  }
  int outer = omp_get_thread_num();
#pragma omp parallel
#pragma omp for
  for (int i = outer; i < n; i++)
    a[i] = 3;
#pragma omp target teams map(tofrom: a[0:n])
#pragma omp distribute
  for (int i = omp_get_team_num(); i < n; i++)
    a[i] = i;
}
