#include <omp.h>
#include <stdio.h>

int main(void)
{
  int x = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    omp_event_handle_t ev;
#pragma omp task detach(ev) depend(out: x)
    {
#pragma omp target map(tofrom: x)
      x = 5;
      omp_fulfill_event(ev);
    }
#pragma omp target depend(in: x) map(tofrom: x)
    x *= 2;
  }
  puts(x == 10 ? "ok" : "a target task after a detached task");
  return 0;
}
