// only: device
// gcc: no (libgomp waits for the event)
// flags: -O0
// env: OMP_CANCELLATION=true
// OpenMP 5.2 §16.1: tasks with dependences cancel their taskgroup. Those that have not begun are discarded, and no
// event keeps a task of it from being complete.
#include <omp.h>
#include <stdio.h>
static int failed;
static void expect(const char *what, long got, long want)
{
  if (got == want)
    return;
  printf("%s: %ld, not %ld\n", what, got, want);
  failed = 1;
}
int main(void)
{
  int n = 0, x = 0, y = 0, ended = 0, again = 0, child = 0, last = 0;
#pragma omp target map(tofrom: n, x, y, ended, again, child, last)
#pragma omp parallel num_threads(1)
  {
    omp_event_handle_t e, f;
#pragma omp taskgroup
    {
#pragma omp task detach(e) depend(out: x) shared(x)
      x = 1;
#pragma omp task depend(inout: x) shared(x, n) /* waits for e, and is discarded */
      {
        n += 100;
        x = 2;
      }
#pragma omp task shared(child)
      {
#pragma omp task depend(in: x) shared(child)
        child++;
#pragma omp taskgroup
#pragma omp task shared(child)
        child += 10;
      }
#pragma omp task depend(out: y) shared(y, n)
      {
        n++;
#pragma omp cancel taskgroup
        n += 1000;
        y = 1;
      }
#pragma omp task depend(in: y) shared(n)
      n += 10000;
#pragma omp task shared(n)
      {
#pragma omp cancellation point taskgroup
        n += 100000;
      }
#pragma omp task detach(f) shared(n)
      n += 1000000;
    }
    ended++;
    omp_fulfill_event(e); /* too late, and heard by nobody */
    /* The next taskgroup is whole. */
#pragma omp taskgroup
    {
#pragma omp task detach(e) depend(out: x) shared(again)
      again++;
#pragma omp task depend(in: x) shared(again)
      again += 10;
#pragma omp task shared(again)
      again += 100;
      omp_fulfill_event(e);
    }
    last = again;
  }
  expect("tasks", n, 1);
  expect("x", x, 1);
  expect("y", y, 0);
  expect("the descendants", child, 11);
  expect("behind", ended, 1);
  expect("the next", again, 111);
  expect("and its end", last, 111);
  puts(failed ? "failed" : "ok");
  return failed;
}
