#include <omp.h>
int main(void)
{
  int x = 0;
  omp_event_handle_t e;
#pragma omp task detach(e) mergeable
  x = 1;
  return x;
}
