// gcc: no (gcc-12 has no metadirective)
/* OpenMP 5.2 §7.4, §10.2, §13.8: a metadirective that a target construct contains may become one of several teams
 * constructs, or none: the region is launched as the chosen one says, and the condition is evaluated as the region's
 * first statement would, also from values that only the device has. */
#include <omp.h>
#include <stdio.h>
#pragma omp begin declare target
static int twice(int n) { return 2 * n; }
int limit = 7;
#pragma omp end declare target
struct pair { int a, b[4]; };
static int bad;
static void show(const char *what, int teams, int want, int sum, int sums) {
  if (teams != want || sum != sums) { printf("%s: %d teams, want %d; %d, want %d\n", what, teams, want, sum, sums); bad = 1; }
}
static int calls;
static int device(void) { calls++; return omp_get_default_device(); }
int main(void)
{
  int host = omp_get_num_devices() == 0;
  // present value differs from the host's
  int n = 1, teams = 0, s = 0;
#pragma omp target enter data map(to: n)
  n = 50;
#pragma omp target map(tofrom: n, teams, s)
#pragma omp metadirective when(user = {condition(n > 10)}: teams distribute parallel for num_teams(2) thread_limit(8) reduction(+: s)) otherwise(parallel for num_threads(2) reduction(+: s))
  for (int i = 0; i < 100; i++) {
    if (i == 0) teams = omp_get_num_teams();
    s += i;
  }
  show("present", teams, host ? 2 : 1, s, 4950);
#pragma omp target exit data map(delete: n)
  // three ways, two of them teams; element and call
  for (int way = 0; way < 3; way++) {
    struct pair p = {way, {way, 1, 2, 3}};
    s = 0;
#pragma omp target map(tofrom: teams, s) map(to: p) device(device())
    {
#pragma omp metadirective when(user = {condition(p.b[0] == 1)}: teams num_teams(2) thread_limit(4) reduction(+: s)) \
      when(user = {condition(twice(p.a) == 4)}: teams num_teams(1) reduction(+: s)) otherwise(parallel num_threads(2) reduction(+: s))
      {
        if (omp_get_team_num() == 0 ) teams = omp_get_num_teams();
        s++;
      }
    }
    show("ways", teams, way == 1 ? 2 : 1, s, way == 0 ? 2 : way == 1 ? 2 : 1);
  }
  if (calls != 3) printf("device evaluated %d times\n", calls), bad = 1;
  // nowait, depend
  int go = 0, x[64] = {0};
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task depend(out: go) shared(go)
    go = 1;
#pragma omp target nowait depend(in: go) depend(out: x) map(to: go) map(tofrom: x, teams)
#pragma omp metadirective when(user = {condition(go)}: teams distribute parallel for num_teams(2)) otherwise(parallel for num_threads(2))
    for (int i = 0; i < 64; i++) {
      x[i] = i;
      if (i == 63) teams = omp_get_num_teams();
    }
#pragma omp taskwait
  }
  s = 0;
  for (int i = 0; i < 64; i++) s += x[i];
  show("depend", teams, 2, s, 2016);
  // a declare target variable
  for (int k = 0; k < 2; k++) {
    limit = k;
#pragma omp target update to(limit)
    s = 0;
#pragma omp target map(tofrom: teams) 
#pragma omp metadirective when(user = {condition(limit)}: teams num_teams(2)) otherwise(nothing)
    {
      if (omp_get_team_num() == 0) teams = omp_get_num_teams();
    }
    show("declare target", teams, k ? 2 : 1, 0, 0);
  }
  if (!bad) puts("ok");
  return bad;
}
