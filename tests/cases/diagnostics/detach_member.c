#include <omp.h>
struct s { omp_event_handle_t e; };
int main(void) {
  struct s v;
#pragma omp task detach(v.e)
  ;
}
