/* Tasks with events whose dependents, taskgroups and children another file has. The events are
 * fulfilled behind the calls of that file. */
#include <omp.h>
#include <stdio.h>

#pragma omp declare target
void reader(int *x, int *got);
int group(int n);
#pragma omp end declare target

int main(void)
{
  int x = 1, got = -1, early = 0, sum = 0;
#pragma omp target map(tofrom : x, got, early, sum)
  {
    omp_event_handle_t ev;
#pragma omp task depend(out : x) detach(ev) shared(x)
    x = 5;
    reader(&x, &got);
    sum = group(4);
    early = got; /* nobody has fulfilled the event */
    x = 7;
    omp_fulfill_event(ev);
#pragma omp taskwait
  }
  printf("%d %d %d %d\n", x, got, early, sum);
  return 0;
}
