#include <omp.h>
void f(void) {
  omp_event_handle_t e;
#pragma omp task detach(e) shared(e)
  ;
}
