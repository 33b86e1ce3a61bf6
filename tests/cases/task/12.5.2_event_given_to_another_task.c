// flags: -Werror
// The detach clause gives the event its value (5.2 §12.5.2), which a task that fulfills it then copies.
#include <omp.h>
#include <stdio.h>

int main(void)
{
  int x = 0, y = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    omp_event_handle_t event;
#pragma omp task detach(event) depend(out: x) shared(x)
    x = 1;
#pragma omp task firstprivate(event)
    omp_fulfill_event(event);
#pragma omp target nowait map(tofrom: x, y) depend(in: x)
    y = x + 1;
#pragma omp taskwait
  }
  printf("%d %d\n", x, y);
  return 0;
}
