// only: device
// gcc: no (OMP_SCHEDULE_DEV is OpenMP 6.0's)
// env: OMP_SCHEDULE_DEV=static,4
// OpenMP 5.2 §21.2.1, §11.5.3: schedule(runtime) of a device is OMP_SCHEDULE's, until the program sets another.
#include <omp.h>
#include <stdio.h>

enum { N = 100 };

static int who[N], failed;

static void check(const char *what, int chunk, int n)
{
  for (int i = 0; i < N; i++)
    if (who[i] != i / chunk % n) {
      printf("%s: iteration %d in thread %d of %d\n", what, i, who[i], n);
      failed = 1;
      return;
    }
}

#pragma omp begin declare target
static void shared(int *by, int *n)
{
#pragma omp for schedule(runtime)
  for (int i = 0; i < N; i++)
    by[i] = omp_get_thread_num();
#pragma omp masked
  *n = omp_get_num_threads();
}
#pragma omp end declare target

int main(void)
{
  int n = 0, kind = 0, chunk = 0, after = 0;
#pragma omp target parallel for schedule(runtime) map(tofrom: who) map(from: n) num_threads(7)
  for (int i = 0; i < N; i++) {
    who[i] = omp_get_thread_num();
    if (i == 0)
      n = omp_get_num_threads();
  }
  check("combined", 4, n);
#pragma omp target map(tofrom: who) map(from: n)
#pragma omp parallel num_threads(5)
  shared(who, &n);
  check("in a function", 4, n);
#pragma omp target teams distribute parallel for schedule(runtime) num_teams(1) map(tofrom: who) map(from: n) thread_limit(6)
  for (int i = 0; i < N; i++) {
    who[i] = omp_get_thread_num();
    if (i == 0)
      n = omp_get_num_threads();
  }
  check("distribute", 4, n);
  /* Set in the region, for what follows in it. */
#pragma omp target map(tofrom: who) map(from: n, kind, chunk)
  {
    omp_sched_t k;
    omp_get_schedule(&k, &chunk);
    kind = k & ~omp_sched_monotonic;
    omp_set_schedule(omp_sched_static, 3);
#pragma omp parallel num_threads(5)
    shared(who, &n);
  }
  if (kind != omp_sched_static || chunk != 4)
    printf("kind %d, chunk %d\n", kind, chunk), failed = 1;
  check("set", 3, n);
#pragma omp target map(tofrom: who) map(from: n, after)
  {
    omp_sched_t k;
    omp_set_schedule(omp_sched_static, 0);
    omp_get_schedule(&k, &after);
#pragma omp parallel num_threads(5)
    shared(who, &n);
  }
  if (after > 0)
    printf("chunk %d after setting none\n", after), failed = 1;
  check("rows", N / n, n);
  puts(failed ? "failed" : "ok");
  return failed;
}
