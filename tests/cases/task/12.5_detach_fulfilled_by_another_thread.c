// only: device
// (libomp's taskwait of a thread alone may end before the tasks behind a detached one have
// begun, where another thread fulfils the event: it does not count them.)
// A target task comes behind a detached one, whose event a thread fulfils that is not
// OpenMP's, and a host's task behind that.
#include <omp.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int x, y;
static pthread_t thread;

static void *fulfil(void *event)
{
  usleep(20000);
  x = 5;
  omp_fulfill_event(*(omp_event_handle_t *)event);
  return NULL;
}

int main(void)
{
  static omp_event_handle_t kept;
  omp_event_handle_t event;
#pragma omp task detach(event) depend(out: x)
  {
    kept = event;
    pthread_create(&thread, NULL, fulfil, &kept);
  }
#pragma omp target nowait depend(inout: x) map(tofrom: x)
  x *= 2;
#pragma omp task depend(in: x) shared(x, y)
  y = x + 1;
#pragma omp taskwait
  pthread_join(thread, NULL);
  printf(y == 11 ? "ok\n" : "y is %d\n", y);
  return 0;
}
