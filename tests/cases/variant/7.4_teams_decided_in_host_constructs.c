// gcc: no (gcc-12 has no metadirective)
/* OpenMP 5.2 §7.4, §13.8: a target construct that becomes a league or not as a metadirective in it chooses, in constructs
 * of the host, as a task, with reductions and private variables. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../check.h"
static int where(int n, int k) {
  int r = 0, s = 0;
#pragma omp parallel num_threads(3) default(none) shared(r, k) firstprivate(n)
  {
#pragma omp single
    {
#pragma omp target map(tofrom: r) nowait depend(out: r)
#pragma omp metadirective when(user = {condition(n > k)}: teams distribute parallel for num_teams(2) reduction(+: r)) when(device = {kind(gpu)}: teams distribute parallel for reduction(+: r)) otherwise(parallel for reduction(+: r) num_threads(2))
      for (int i = 0; i < n; i++) r += i;
#pragma omp task depend(inout: r) shared(r)
      r += 1000;
#pragma omp taskwait
    }
  }
  return r + s;
}
static int priv(int n) {
  int x = 3, r = 0;
#pragma omp target private(x) map(tofrom: r) if(n < 100)
#pragma omp metadirective when(user = {condition(n & 1)}: teams num_teams(2) private(x) reduction(max: r)) otherwise(parallel num_threads(2) private(x) reduction(max: r))
  {
    x = n;
    r = x;
  }
  return r + x;
}
static int tasks(int n) {
  int s = 0;
#pragma omp taskgroup task_reduction(+: s)
  {
    for (int k = 0; k < 4; k++) {
#pragma omp target in_reduction(+: s) 
#pragma omp metadirective when(user = {condition(k & n)}: teams distribute parallel for reduction(+: s) num_teams(2)) otherwise(parallel for reduction(+: s))
      for (int i = 0; i < 10; i++) s += i;
    }
  }
  return s;
}
static int loops(int n) {
  int t = 0;
  for (int d = 0; d < n; d++) {
    int q = 0;
    if (d > 1)
#pragma omp target map(tofrom: q)
#pragma omp metadirective when(user = {condition(d == 3)}: teams num_teams(2)) otherwise(nothing)
    { if (omp_get_team_num() == 0) q = d * 10 + omp_get_num_teams(); }
    else q = -1;
    t = t * 7 + q;
  }
  return t;
}
int main(void) {
  int dev = 0;
#pragma omp target map(from: dev)
  dev = !omp_is_initial_device();
  EQ(where(10, 5), 1045); EQ(where(10, 50), 1045);
  EQ(priv(1), 4); EQ(priv(2), 5); EQ(priv(101), 104); EQ(priv(102), 105);
  EQ(tasks(1), 180); EQ(tasks(2), 180); EQ(tasks(0), 180);
  int two = dev ? 2 : (loops(4) - (((-1 * 7 - 1) * 7 + 21) * 7 + 30));
  EQ(loops(4), ((-1 * 7 - 1) * 7 + 21) * 7 + 30 + two); IN(two, 1, 2);
  END;
}
