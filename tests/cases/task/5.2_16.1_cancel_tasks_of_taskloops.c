// only: device
// gcc: no (libgomp does not cancel the taskgroups of a team of one thread)
// env: OMP_CANCELLATION=true
// OpenMP 5.2 §16.1: the tasks of a taskloop cancel its taskgroup, or with nogroup that around it.
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
#pragma omp begin declare target
static void one_more(int i, int *n)
{
#pragma omp task firstprivate(i)
  {
    if (i == 2) {
#pragma omp cancel taskgroup
    }
    ++*n;
  }
}
#pragma omp end declare target
int main(void)
{
  int n = 0, m = 0, k = 0, outer = 0, f = 0;
#pragma omp target map(tofrom: n, m, k, outer, f)
#pragma omp parallel num_threads(1)
  {
#pragma omp taskloop grainsize(1) shared(n)
    for (int i = 0; i < 50; i++) {
      if (i == 5) {
#pragma omp cancel taskgroup
      }
      n++;
    }
    /* The taskgroup around. */
#pragma omp taskgroup
    {
#pragma omp taskloop nogroup shared(m)
      for (int i = 0; i < 50; i++) {
#pragma omp cancellation point taskgroup
        m++;
        if (i == 9) {
#pragma omp cancel taskgroup
          m = 1000;
        }
      }
#pragma omp task shared(m)
      m += 2000;
    }
    /* The taskloop's own. */
#pragma omp taskgroup
    {
#pragma omp taskloop shared(k)
      for (int i = 0; i < 20; i++) {
#pragma omp cancel taskgroup if (i == 3)
        k++;
      }
#pragma omp task shared(outer)
      outer++;
    }
#pragma omp taskgroup
    for (int i = 0; i < 4; i++)
      one_more(i, &f);
  }
  expect("taskloop", n, 5);
  expect("nogroup", m, 10);
  expect("if", k, 3);
  expect("the taskgroup around", outer, 1);
  expect("orphan", f == 2 || f == 3, 1);
  puts(failed ? "failed" : "ok");
  return failed;
}
