// gcc: no (libgomp does not cancel the taskgroups of a team of one thread)
// env: OMP_CANCELLATION=true
// OpenMP 5.2 §16: cancel ends worksharing loops, sections and taskgroups on the device: a thread that
// meets it goes to the end of the region, others where they meet a cancellation point.
#include <omp.h>
#include <stdio.h>

enum { N = 400 };

static int failed;

static void expect(const char *what, long got, long want)
{
  if (got == want)
    return;
  printf("%s: %ld, not %ld\n", what, got, want);
  failed = 1;
}

static void loops(void)
{
  int on = -1, found = -1, n = 0, after = 0, again = 0, seen = 0;
#pragma omp target map(tofrom: on)
  on = omp_get_cancellation();
  expect("cancel-var", on, 1);
  /* One thread: nothing behind cancel, and no further iteration, is executed. */
#pragma omp target map(tofrom: found, n)
#pragma omp parallel num_threads(1)
#pragma omp for
  for (int i = 0; i < N; i++) {
    n++;
    for (int k = 0; k < 3; k++)
      if (i == 7 && k == 1) {
        found = i;
#pragma omp cancel for
      }
    if (i == 7)
      n += 1000;
  }
  expect("found", found, 7);
  expect("iterations", n, 8);
  /* Several: all come to the end, and the loop can be executed again. */
#pragma omp target map(tofrom: after, again, seen)
#pragma omp parallel num_threads(4)
  for (int round = 0; round < 5; round++) {
#pragma omp for schedule(static, 1)
    for (int i = 0; i < N; i++) {
#pragma omp cancellation point for
      if (i == 5 && round != 2) {
#pragma omp atomic
        seen++;
#pragma omp cancel for
#pragma omp atomic
        seen += 1000;
      }
      if (round == 2)
#pragma omp atomic
        again++;
    }
#pragma omp atomic
    after++;
  }
  expect("after the loops", after % 5 == 0 && after >= 5, 1);
  expect("who cancelled", seen, 4);
  expect("the round without cancel", again, N);
  /* The condition. */
  n = 0;
#pragma omp target map(tofrom: n)
#pragma omp parallel num_threads(2)
#pragma omp for
  for (int i = 0; i < N; i++) {
#pragma omp cancel for if(i > N)
#pragma omp atomic
    n++;
  }
  expect("if", n, N);
}

static void distributed(void)
{
  int n = 0;
#pragma omp target teams distribute parallel for map(tofrom: n) num_teams(1) thread_limit(1)
  for (int i = 0; i < N; i++) {
#pragma omp atomic
    n++;
    if (i == 9) {
#pragma omp cancel for
    }
  }
#ifndef GPU
  expect("distribute parallel for", n, 10);
#else
  expect("distribute parallel for", n > 0, 1);
#endif
}

static void others(void)
{
  int a = 0, b = 0, n = 0, ends = 0;
#pragma omp target map(tofrom: a, b)
#pragma omp parallel sections num_threads(1)
  {
#pragma omp section
    {
      a = 1;
#pragma omp cancel sections
      a = 2;
    }
#pragma omp section
    b += 1;
  }
  expect("section", a, 1);
  expect("other section", b == 0 || b == 1, 1);
#pragma omp target map(tofrom: n, ends)
#pragma omp parallel num_threads(1)
  {
#pragma omp taskgroup
    for (int i = 0; i < 50; i++)
#pragma omp task shared(n) firstprivate(i)
    {
#pragma omp cancellation point taskgroup
      if (i == 3) {
#pragma omp cancel taskgroup
      }
      n++;
    }
    ends++;
#pragma omp taskgroup
#pragma omp task shared(n)
    n += 100;
  }
  expect("tasks", n, 103);
  expect("behind the taskgroup", ends, 1);
}

int main(void)
{
  loops();
  distributed();
  others();
  puts(failed ? "failed" : "ok");
  return failed;
}
