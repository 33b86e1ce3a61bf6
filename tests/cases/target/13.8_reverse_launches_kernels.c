// gcc: no (gcc-12 does not implement reverse offload)
/* OpenMP 5.2 §13.8: functions that reverse-offload regions call launch target regions on the same device, which have
 * reverse-offload regions themselves: more of them wait at a time than there is room for letters to the host, also in a critical
 * region of the host; and such a function may end the program. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#pragma omp requires reverse_offload

enum { TEAMS = 4, THREADS = 24, HOSTS = 3 };
static int inner, outer, excluded, depths[5];

static int again(int v)
{
  __atomic_fetch_add(&inner, 1, __ATOMIC_RELAXED);
  return v + 1;
}

static int nested(int v)
{
  int r = 0;
  __atomic_fetch_add(&outer, 1, __ATOMIC_RELAXED);
#pragma omp target map(from: r) firstprivate(v)
  {
    int answer;
#pragma omp target device(ancestor: 1) map(from: answer) firstprivate(v)
    answer = again(v);
    r = 10 * answer;
  }
  return r;
}

static int one_at_a_time(int v)
{
  int r = 0;
#pragma omp critical
  {
    excluded++;
    r = nested(v);
  }
  return r;
}
#pragma omp declare target device_type(host) enter(again, nested, one_at_a_time)

/* A region in a function that it calls itself. */
static int deep(int depth, int v)
{
  int r = 0;
  __atomic_fetch_add(&depths[depth], 1, __ATOMIC_RELAXED);
  if (!depth) return v;
#pragma omp target map(from: r) firstprivate(v, depth)
#pragma omp parallel num_threads(3)
  {
    int answer;
#pragma omp target device(ancestor: 1) map(from: answer) firstprivate(v, depth)
    answer = deep(depth - 1, v + 1);
    if (omp_get_thread_num() == 0) r = answer;
  }
  return r;
}

static void leave(int depth)
{
  if (!depth) puts("ok"), exit(0);
#pragma omp target firstprivate(depth)
  {
#pragma omp target device(ancestor: 1) firstprivate(depth)
    leave(depth - 1);
  }
}

int main(void)
{
  int bad = 0, count = 0;
#pragma omp target teams num_teams(TEAMS) thread_limit(THREADS) map(tofrom: bad, count)
#pragma omp parallel num_threads(THREADS)
  {
    int me = omp_get_team_num() * THREADS + omp_get_thread_num(), answer;
#pragma omp target device(ancestor: 1) map(from: answer) firstprivate(me)
    answer = nested(me);
#pragma omp atomic
    count++;
    if (answer != 10 * (me + 1)) {
#pragma omp atomic
      bad++;
    }
  }
  if (bad || !count || inner != count || outer != count) return printf("%d of %d wrong, %d and %d calls\n", bad, count, outer, inner), 1;

  inner = count = 0;
#pragma omp parallel num_threads(HOSTS) reduction(+: bad, count)
  {
    int wrong = 0, all = 0;
#pragma omp target parallel num_threads(THREADS) map(tofrom: wrong, all)
    {
      int answer, me = omp_get_thread_num();
#pragma omp target device(ancestor: 1) map(from: answer) firstprivate(me)
      answer = one_at_a_time(me);
#pragma omp atomic
      wrong += answer != 10 * (me + 1);
#pragma omp atomic
      all++;
    }
    bad += wrong, count += all;
  }
  if (bad || inner != count || excluded != count) return printf("%d wrong, %d calls\n", bad, inner), 1;

  if (deep(4, 0) != 4) return puts("deep"), 1;
  for (int i = 0, n = 81; i < 5; i++, n /= 3)
    if (depths[i] > n || !depths[i]) return printf("depth %d: %d calls\n", i, depths[i]), 1;

#pragma omp target
  {
#pragma omp target device(ancestor: 1)
    leave(1);
  }
  return 1;
}
