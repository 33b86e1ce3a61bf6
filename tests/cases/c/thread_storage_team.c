// gcc: no (it refuses thread-local variables in target regions)
// Thread-local variables outside of parallel regions are the initial thread's, which is the
// primary thread of the regions that follow (OpenMP 5.2 §10.1); others reach them through pointers.
#include <omp.h>
#include <stdio.h>
struct node { struct node *next; int v; };
#pragma omp begin declare target
static struct node end_node = { 0, 7 };
static int twice(int x) { return 2 * x; }
_Thread_local int count = 5;
static _Thread_local struct node own = { &end_node, 3 };
static _Thread_local int (*function)(int) = twice;
_Thread_local _Alignas(64) char line[64];
_Thread_local struct { char c; short s[3]; } zero;
static int add(int x) { return count += x; }
__attribute__((pure, noinline)) int get(int x) { return count + x; }
__attribute__((pure)) int get_twice(int x) { return 2 * get(x); }
int *address(void) { return &count; }
int *(*by_pointer)(void);
int (*table[])(int) = { add, twice };
__attribute__((noinline)) void regions(int *r)
{
  count = 100;
  #pragma omp parallel num_threads(3)
  {
    if (omp_get_thread_num()) count = 7;
    int me = omp_get_thread_num();
    count += me;
    #pragma omp parallel num_threads(2) if(0)
    r[me] = ++count;
  }
  r[3] = count;
}
#pragma omp end declare target
static int bad;
static void is(int line, int got, int want) { if (got != want) printf("line %d: %d, not %d\n", line, got, want), bad = 1; }
#define IS(x, y) is(__LINE__, x, y)
int main(void)
{
  int r[8] = { 0 }, o[8] = { 0 }, all = 0, teams = 0;
  #pragma omp target map(tofrom: r, o, all)
  {
    int *p = &count;
    *p = 40;
    all = (unsigned long)line % 64 == 0 && own.next->v == 7 && function(4) == 8 && !zero.c && !zero.s[2];
    #pragma omp parallel num_threads(4)
    {
      int me = omp_get_thread_num();
      if (me) count = 5;
      r[me] = count;
      #pragma omp barrier
      #pragma omp atomic
      *p += me;
      #pragma omp barrier
      o[me] = *p + 1000 * (p == &count);
    }
    by_pointer = address;
    int *q = by_pointer();
    o[4] = get(0);
    o[5] = table[0](1) + *address();
    o[6] = get_twice(1);
    #pragma omp parallel num_threads(4)
    r[4 + omp_get_thread_num()] = q == &count;
  }
  IS(all, 1);
  for (int i = 0; i < 4; i++) {
    IS(r[i], i ? 5 : 40);
    IS(o[i], i ? 46 : 1046);
    IS(r[4 + i], !i);
  }
  IS(o[4], 46);
  IS(o[5], 94);
  IS(o[6], 96);
  #pragma omp target map(tofrom: r)
  regions(r);
  for (int i = 0; i < 4; i++) IS(r[i], i % 3 ? 8 + i : 101);
  #pragma omp target teams num_teams(3) thread_limit(8) map(tofrom: o) reduction(+: teams)
  {
    int inside = 0, threads = 0, team = omp_get_team_num();
    count = 10 * team;
    #pragma omp parallel num_threads(8) reduction(+: inside, threads)
    {
      if (omp_get_thread_num()) count = 1;
      inside = table[0](1);
      threads = 1;
    }
    teams += inside == 10 * team + 1 + 2 * (threads - 1) && count == 10 * team + 1;
    if (team == 0) o[0] = omp_get_num_teams();
  }
  IS(teams, o[0]);
  if (!bad) printf("ok\n");
  return bad;
}
