// flags: -fopenmp-version=60
// What a taskgraph records is executed again without the block around it.
#include <omp.h>
int main(void) {
  omp_event_handle_t event;
  int x = 0;
#pragma omp taskgraph
  {
    int local = 3;
#pragma omp task if (0)
    x++;
#pragma omp task detach(event)
    x++;
#pragma omp task transparent(omp_export)
    x++;
#pragma omp task shared(local)
    local++;
#pragma omp task if (0) replayable(0)
    x++;
#pragma omp target map(tofrom : x)
    x++;
#pragma omp target update from(x) nowait(0)
#pragma omp target enter data map(to : local) nowait
  }
}
