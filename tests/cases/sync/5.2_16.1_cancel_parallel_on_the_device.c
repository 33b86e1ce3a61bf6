// only: device
// gcc: no (libgomp's threads wait for those that left)
// env: OMP_CANCELLATION=true
// lockstep: no (threads of a warp wait for each other at cancellation points: docs/errors.md)
// OpenMP 5.2 §16.1, §16.2: cancel ends a parallel region on the device. Its threads leave it where they meet
// cancellation points, among which are all barriers; what the others are in by then is whole.
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

/* Nobody comes behind the barrier that follows a cancellation, and all come to the end. */
static void barriers(int threads)
{
  int before = 0, behind = 0, ends = 0, n = 0, on = 0;
#pragma omp target map(tofrom: before, behind, ends, n, on)
  {
    on = omp_get_cancellation();
    for (int round = 0; round < 8; round++) {
#pragma omp parallel num_threads(threads)
      {
#pragma omp atomic write
        n = omp_get_num_threads();
        for (int step = 0;; step++) {
#pragma omp atomic
          before++;
          if (step == round && omp_get_thread_num() == round % omp_get_num_threads()) {
#pragma omp cancel parallel
            behind += 1000;
          }
#pragma omp barrier
          if (step >= round)
#pragma omp atomic
            behind++;
        }
      }
      ends++;
    }
  }
  expect("cancel-var", on, 1);
  expect("before", before, 36 * n);
  expect("behind", behind, 0);
  expect("ends", ends, 8);
}

/* Barriers at the end of worksharing constructs are cancellation points; what is in them is whole. */
static void shared(void)
{
  int sum = 0, dyn = 0, one = 0, sec = 0, copied = 0, late = 0, n = 0;
#pragma omp target map(tofrom: sum, dyn, one, sec, copied, late, n)
  for (int round = 0; round < 6; round++) {
    int s = 0;
#pragma omp parallel num_threads(32) reduction(+: late)
    {
      int mine = 0, me = omp_get_thread_num();
      int count = omp_get_num_threads();
#pragma omp atomic write
      n = count;
#pragma omp for reduction(+: s)
      for (int i = 0; i < 100; i++)
        s += i;
      if (round == 0 && me == count - 1) {
#pragma omp cancel parallel
      }
#pragma omp for schedule(dynamic, 3)
      for (int i = 0; i < 100; i++) {
#pragma omp atomic
        dyn++;
      }
      if (round == 1 && me == 0) {
#pragma omp cancel parallel
      }
#pragma omp single copyprivate(mine)
      {
        mine = 7;
        one++;
      }
#pragma omp atomic
      copied += mine == 7;
      if (round == 2 && me == count / 2) {
#pragma omp cancel parallel
      }
#pragma omp sections
      {
#pragma omp section
#pragma omp atomic
        sec++;
#pragma omp section
#pragma omp atomic
        sec++;
      }
      if (round == 3) {
#pragma omp cancel parallel
      }
#pragma omp barrier
      late++;
      if (round == 4) {
#pragma omp cancel parallel if (me == 0)
      }
#pragma omp barrier
#pragma omp single
      late += 100;
    }
    sum += s;
  }
  expect("sum", sum, 6 * 4950);
  expect("dynamic", dyn, 500);
  expect("single", one, 4);
  expect("copied", copied, 4 * n);
  expect("sections", sec, 6);
  expect("late", late, 2 * n + 100);
}

/* Without the condition nothing is cancelled; cancellation points find what others did. */
static void points(void)
{
  int all = 0, behind = 0, found = 0, stop = 0, nested = 0, n = 0;
#pragma omp target map(tofrom: all, behind, found, stop, nested, n)
  {
#pragma omp parallel num_threads(5)
    {
#pragma omp cancel parallel if (all > 100)
#pragma omp barrier
#pragma omp cancellation point parallel
#pragma omp atomic
      all++;
    }
#pragma omp parallel num_threads(7)
    {
      int mine = omp_get_num_threads();
      if (omp_get_thread_num() == 0) {
#pragma omp atomic
        found++;
#pragma omp cancel parallel
      }
      for (;;) {
#pragma omp cancellation point parallel
#pragma omp atomic
        stop++;
        if (mine == 1)
          break;
      }
#pragma omp atomic write
      behind = 1;
    }
    /* Regions in regions have their own. */
#pragma omp parallel num_threads(4)
    {
#pragma omp parallel
      {
        if (omp_get_thread_num() == 0) {
#pragma omp cancel parallel
        }
#pragma omp atomic
        nested += 1000;
      }
#pragma omp barrier
#pragma omp atomic
      nested++;
#pragma omp master
      n = omp_get_num_threads();
    }
  }
  expect("if", all > 0 && all <= 5, 1);
  expect("found", found, 1);
  expect("behind", behind, 0);
  expect("nested", nested, n);
}

int main(void)
{
  static const int sizes[] = {1, 2, 3, 32, 33, 64, 200};
  for (int i = 0; i < 7; i++)
    barriers(sizes[i]);
  int n = 0, behind = 0;
#pragma omp target teams num_teams(3) map(tofrom: n, behind)
#pragma omp parallel
  {
#pragma omp atomic
    n++;
    if (omp_get_thread_num() == omp_get_num_threads() - 1) {
#pragma omp cancel parallel
    }
#pragma omp barrier
#pragma omp atomic write
    behind = 1;
  }
  expect("teams", n > 2, 1);
  expect("behind teams", behind, 0);
  shared();
  points();
  puts(failed ? "failed" : "ok");
  return failed;
}
