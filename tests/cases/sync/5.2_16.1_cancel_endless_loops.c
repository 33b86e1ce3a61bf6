// gcc: no (libomp stops with an assertion over a cancelled dynamic loop of so many iterations, libgomp counts through one of tasks)
// env: OMP_CANCELLATION=true
// only: device
/* OpenMP 5.2 §16.1: a thread that cancels a worksharing loop, or finds it cancelled, goes to the end of its region. So do
 * loops end of more iterations than anybody can count through, with each schedule and form. */
#include <omp.h>
#include <stdio.h>

static int failed;
static void expect(const char *what, long got, long least, long most)
{
  if (got < least || got > most)
    printf("%s: %ld, not %ld to %ld\n", what, got, least, most), failed = 1;
}
#define LOOP(what, region, loop, body) \
  do { \
    long n = 0; \
    _Pragma(region) \
    _Pragma(loop) \
    body \
    expect(what, n, 1, 1000000); \
  } while (0)
#define COUNT _Pragma("omp atomic") n++;
#define ONE(T) for (T i = 0; i < ((T)1 << 42); i++) { COUNT _Pragma("omp cancel for") }
#define TWO for (long i = 0; i < 1l << 20; i++) for (int k = 0; k < 1 << 24; k++) { COUNT _Pragma("omp cancel for if(k > 2 || i > 0)") _Pragma("omp cancellation point for") }
#define SLOPE for (long i = 0; i < 1l << 20; i++) for (long k = i; k < 1l << 40; k++) { COUNT _Pragma("omp cancel for if(k > i + 2)") _Pragma("omp cancellation point for") }

static void grouped(void)
{
  long n = 0;
#pragma omp target map(tofrom: n)
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp taskgroup
#pragma omp taskloop nogroup num_tasks(3)
  for (long i = 0; i < 1l << 42; i++) {
#pragma omp atomic
    n++;
#pragma omp cancel taskgroup
  }
  expect("taskloop", n, 1, 1000000);
}

int main(void)
{
  LOOP("static", "omp target map(tofrom: n)", "omp parallel for num_threads(3)", ONE(long));
  LOOP("unsigned", "omp target map(tofrom: n)", "omp parallel for num_threads(3)", ONE(unsigned long));
  LOOP("chunk", "omp target map(tofrom: n)", "omp parallel for num_threads(3) schedule(static, 7)", ONE(long));
  LOOP("dynamic", "omp target map(tofrom: n)", "omp parallel for num_threads(3) schedule(dynamic)", ONE(long));
  LOOP("guided", "omp target map(tofrom: n)", "omp parallel for num_threads(3) schedule(guided, 4)", ONE(long));
  LOOP("runtime", "omp target map(tofrom: n)", "omp parallel for num_threads(3) schedule(runtime)", ONE(long));
  LOOP("alone", "omp target map(tofrom: n)", "omp parallel for num_threads(1)", ONE(long));
  LOOP("collapsed", "omp target map(tofrom: n)", "omp parallel for num_threads(3) collapse(2)", TWO);
  LOOP("collapsed, dynamic", "omp target map(tofrom: n)", "omp parallel for num_threads(3) collapse(2) schedule(dynamic, 5)", TWO);
  LOOP("slope", "omp target map(tofrom: n)", "omp parallel for num_threads(3) collapse(2)", SLOPE);
  LOOP("league", "omp target map(tofrom: n)", "omp teams distribute parallel for num_teams(3) thread_limit(4)", ONE(long));
  LOOP("league, static", "omp target map(tofrom: n)", "omp teams distribute parallel for num_teams(3) thread_limit(4) dist_schedule(static) schedule(static, 2)", ONE(long));
  LOOP("league, chunks", "omp target map(tofrom: n)", "omp teams distribute parallel for num_teams(3) thread_limit(4) dist_schedule(static, 1l << 40)", ONE(long));
  LOOP("league, collapsed", "omp target map(tofrom: n)", "omp teams distribute parallel for num_teams(2) thread_limit(4) collapse(2)", TWO);
  grouped();
  if (!failed) puts("ok");
  return failed;
}
