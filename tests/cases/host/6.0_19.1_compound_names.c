// gcc: no (gcc-12 does not know these names)
// Names of compound directives that OpenMP 6.0's general rule makes (§19.1, appendix D), with
// the clauses of each constituent (§19.2).
#include <omp.h>
#include <stdio.h>

enum { N = 64 };
static int a[N], failed;

static void expect(const char *what, long got, long want)
{
  if (got == want)
    return;
  printf("%s: %ld, not %ld\n", what, got, want);
  failed = 1;
}

static long sum(void)
{
  long s = 0;
  for (int i = 0; i < N; i++)
    s += a[i];
  return s;
}

static void fill(int v)
{
  for (int i = 0; i < N; i++)
    a[i] = v;
}

// One thread of the team executes the target region; its clauses go through parallel.
static void target_of_one_thread(void)
{
  long s = 5;
  int t = 100, n = N;
  fill(1);
#pragma omp parallel masked target teams distribute map(tofrom: a) reduction(+: s) num_threads(3) private(t) firstprivate(n)
  for (int i = 0; i < n; i++) {
    t = 2;
    a[i] += t;
    s += a[i];
  }
  expect("parallel masked target teams distribute", s, 5 + 3 * N);
  expect("its array", sum(), 3 * N);
  expect("its private variable", t, 100);
#pragma omp parallel single target nowait if(target: n > 0) map(tofrom: a) num_threads(2)
  a[0] = -1;
  expect("parallel single target", a[0], -1);
#pragma omp single target parallel for simd map(a[0:n]) collapse(2)
  for (int i = 0; i < N / 8; i++)
    for (int k = 0; k < 8; k++)
      a[8 * i + k] = i + k;
  expect("single target parallel for simd", sum(), 64 * 7);
}

// Those without a statement.
static void stand_alone(void)
{
  fill(1);
  int n = 0;
#pragma omp parallel masked target_enter_data map(to: a) num_threads(2)
#pragma omp target
  a[1] += 10;
  if (n == 0)
#pragma omp parallel single target_update from(a[0:4]) num_threads(2)
    n = a[1];
#pragma omp masked target_exit_data \
    map(delete: a)
  expect("stand-alone", n == a[1] && n == 11, 1);
}

// In a target data region on the host, and in the tasks of one.
static void data_regions(void)
{
  int calls = 0;
  fill(2);
#pragma omp target_data parallel map(tofrom: a) num_threads(2) reduction(+: calls)
  calls += 1;
  expect("target_data parallel", calls == 1 || calls == 2, 1);
#pragma omp parallel single target_data loop map(to: a) bind(thread) num_threads(2)
  for (int i = 0; i < N; i++)
    a[i] += i;
  expect("target_data loop", sum(), 2 * N + N * (N - 1) / 2);
}

static void tasks(void)
{
  long s = 0, m = 7;
  fill(3);
#pragma omp target task simd reduction(+: s) shared(s) map(a)
  for (int i = 0; i < N; i++)
    s += a[i];
  expect("target task simd", s, 3 * N);
#pragma omp target taskloop num_tasks(4) map(a)
  for (int i = 0; i < N; i++)
    a[i] *= 2;
  expect("target taskloop", sum(), 6 * N);
#pragma omp target parallel task map(tofrom: a) firstprivate(m) num_threads(2)
  {
#pragma omp atomic
    a[0] += m;
    m = 0;
  }
  expect("target parallel task", (a[0] - 6) % 7 == 0 && a[0] > 6, 1);
  fill(0);
#pragma omp task parallel for shared(a) num_threads(2)
  for (int i = 0; i < N; i++)
    a[i] = 1;
#pragma omp taskwait
  expect("task parallel for", sum(), N);
#pragma omp parallel taskloop simd num_threads(1) lastprivate(m)
  for (int i = 0; i < N; i++)
    m = i;
  expect("parallel taskloop simd", m, N - 1);
}

static void loops(void)
{
  long s = 0, last = 0;
  fill(1);
#pragma omp parallel simd num_threads(1) lastprivate(last) reduction(+: s)
  for (int i = 0; i < N; i++) {
    s += a[i];
    last = i;
  }
  expect("parallel simd", s == N && last == N - 1, 1);
  s = 0;
#pragma omp teams parallel for num_teams(1) reduction(+: s)
  for (int i = 0; i < N; i++)
    s += a[i];
  expect("teams parallel for", s, N);
  s = 0;
#pragma omp target teams parallel loop num_teams(1) map(a) reduction(+: s)
  for (int i = 0; i < N; i++)
    s += a[i];
  expect("target teams parallel loop", s, N);
#pragma omp parallel masked simd filter(0) num_threads(2)
  for (int i = 0; i < N; i++)
    a[i] += 1;
  expect("parallel masked simd", sum(), 2 * N);
  _Pragma("omp masked parallel for num_threads(2)")
  for (int i = 0; i < N; i++)
    a[i] += 1;
  expect("masked parallel for", sum(), 3 * N);
}

int main(void)
{
  target_of_one_thread();
  stand_alone();
  data_regions();
  tasks();
  loops();
  puts(failed ? "failed" : "ok");
  return failed;
}
