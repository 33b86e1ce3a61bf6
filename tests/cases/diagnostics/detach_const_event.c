#include <omp.h>
void f(int *x)
{
  const omp_event_handle_t e = 0;
#pragma omp task detach(e)
  (*x)++;
}
