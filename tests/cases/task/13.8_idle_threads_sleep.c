// What the runtime's threads do when there is nothing to do: the process takes no
// processor time. Under load there may be a moment in which a thread still goes to
// sleep, so one of many spans of time must be free of it.
#include <omp.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

static long microseconds(void)
{
  struct rusage u;
  getrusage(RUSAGE_SELF, &u);
  return (u.ru_utime.tv_sec + u.ru_stime.tv_sec) * 1000000L + u.ru_utime.tv_usec + u.ru_stime.tv_usec;
}

/* idle says whether the process rests for a while. */
static int idle(void)
{
  for (int tries = 0; tries < 40; tries++) {
    long before = microseconds();
    usleep(300000);
    if (microseconds() - before < 2000)
      return 1;
  }
  return 0;
}

int main(void)
{
  enum { N = 1000, TASKS = 12 };
  static int x[TASKS][N];
  int wrong = 0;
  for (int t = 0; t < TASKS; t++) {
#pragma omp target teams distribute parallel for nowait map(tofrom: x[t]) firstprivate(t) depend(inout: x[t])
    for (int i = 0; i < N; i++)
      x[t][i] = t + i;
#pragma omp target nowait map(tofrom: x[t]) firstprivate(t) depend(inout: x[t])
    x[t][0] += 1;
  }
#pragma omp taskwait
  for (int t = 0; t < TASKS; t++)
    for (int i = 0; i < N; i++)
      wrong += x[t][i] != t + i + (i == 0);
  puts(wrong ? "target tasks" : idle() ? "ok" : "threads that have nothing to do do not sleep");
  return 0;
}
