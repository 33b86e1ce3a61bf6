// gcc: no (gcc-12 does not implement reverse offload)
// amd: each
/* OpenMP 5.2 §13.8, §13.2: reverse offload by many threads of several teams at a time, also in loops, and in branches
 * that some threads of a warp take. */
#include <omp.h>
#include <stdio.h>
#pragma omp requires reverse_offload

enum { TEAMS = 3, THREADS = 40, N = 30 };
static int calls, sum, where[TEAMS * THREADS + 1], rows[N];

static int note(int team, int thread)
{
  __atomic_fetch_add(&calls, 1, __ATOMIC_RELAXED);
  __atomic_fetch_add(&where[team * THREADS + thread], 1, __ATOMIC_RELAXED);
  return 1000 * team + thread;
}
#pragma omp declare target device_type(host) enter(note)

int main(void)
{
  int bad = 0, expected = 0, a[N];
#pragma omp target teams num_teams(TEAMS) map(tofrom: bad, expected) thread_limit(THREADS)
#pragma omp parallel num_threads(THREADS)
  {
    int team = omp_get_team_num(), thread = omp_get_thread_num(), answer;
#pragma omp atomic
    expected++;
#pragma omp target device(ancestor: 1) map(from: answer) firstprivate(team, thread)
    answer = note(team, thread);
    if (answer != 1000 * team + thread) {
#pragma omp atomic
      bad++;
    }
  }
  if (bad || calls != expected || !expected)
    return printf("%d wrong answers, %d calls by %d threads\n", bad, calls, expected), 1;
  for (int i = 0; i < TEAMS * THREADS; i++)
    if (where[i] > 1) return printf("thread %d called %d times\n", i, where[i]), 1;

#pragma omp target teams distribute parallel for map(from: a)
  for (int i = 0; i < N; i++) {
    a[i] = i;
    if (i % 3 == 1) {
#pragma omp target device(ancestor: 1) map(always, to: a[i:1])
      {
        rows[i] = a[i] + 1;
        __atomic_fetch_add(&sum, i, __ATOMIC_RELAXED);
      }
    }
  }
  for (int i = 0; i < N; i++)
    if (rows[i] != (i % 3 == 1 ? i + 1 : 0) || a[i] != i) return printf("row %d is %d, %d\n", i, rows[i], a[i]), 1;
  puts(sum == 145 ? "ok" : "the sum of the rows");
  return sum != 145;
}
