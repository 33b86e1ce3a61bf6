// gcc: no (gcc-12 has no metadirective)
/* OpenMP 5.2 §7.1, §7.4, §7.5: what is in a statement under a metadirective has, in each alternative, the meaning that it has
 * there: one is a target construct, the other a construct of the host. */
#include <omp.h>
#include <stdio.h>
static int bad;
static void show(const char *what, int way, int got, int want) {
  if (got != want) printf("%s %d: %d, want %d\n", what, way, got, want), bad = 1;
}
#pragma omp begin declare target
static int plain(void) { return 1; }
static int in_target(void) { return 2; }
#pragma omp declare variant(in_target) match(construct = {target})
static int where(void) { return plain(); }
static int par(void) { return 3; }
#pragma omp declare variant(par) match(construct = {target, teams, parallel})
static int deep(void) { return 4; }
static int orphan(void) {
  int n = 0;
#pragma omp metadirective when(device = {kind(host)}: nothing) otherwise(parallel num_threads(1))
  n = omp_get_level();
  return n * 10 + omp_is_initial_device();
}
#pragma omp end declare target

static int body(int n)
{
  int host = 1, variant = 0, deeper = 0, sum = 0, sel = 0, orph = 0;
#pragma omp metadirective when(user = {condition(n > 100)}: target teams distribute parallel for map(tofrom: host, variant, deeper, sum, sel, orph)) \
    otherwise(parallel for)
  for (int i = 0; i < n; i++) {
#pragma omp atomic
    sum += i;
    if (i == 0) {
      host = omp_is_initial_device();
      variant = where();
      deeper = deep();
      orph = orphan();
#pragma omp metadirective when(construct = {target}: parallel num_threads(1)) otherwise(nothing)
      {
        sel = omp_get_level();
      }
    }
  }
  show("sum", n, sum, n * (n - 1) / 2);
  return host + 10 * variant + 100 * deeper + 1000 * sel + 10000 * orph;
}
static int critical(int n)
{
  int s = 0, most = 0;
#pragma omp metadirective when(user = {condition(n)}: target parallel num_threads(4) map(tofrom: s, most)) otherwise(parallel num_threads(4))
  {
#pragma omp critical (here)
    s++;
#pragma omp barrier
#pragma omp single
    most = s;
#pragma omp for reduction(+: s)
    for (int i = 0; i < 10; i++) s += i;
#pragma omp master
    s += omp_is_initial_device() ? 1000 : 2000;
  }
  return s;
}
// constructs of the host in the alternatives that are not target
static int nested(int n)
{
  int s = 0, u = 5;
#pragma omp metadirective when(user = {condition(n)}: target map(tofrom: s, u)) otherwise(target data map(tofrom: u))
  {
    s++;
    u++;
  }
  return s * 100 + u;
}
static int taskish(int n)
{
  int s = 0;
#pragma omp metadirective when(user = {condition(n)}: target map(tofrom: s)) otherwise(single)
  {
#pragma omp task shared(s)
    {
#pragma omp atomic
      s += 1;
    }
#pragma omp taskwait
#pragma omp metadirective when(device = {kind(nohost)}, user = {condition(n > 5)}: parallel num_threads(2)) when(device = {kind(host)}: parallel num_threads(3)) otherwise(nothing)
    {
#pragma omp atomic
      s += 10;
    }
  }
  return s;
}
int main(void)
{
  int host = omp_get_num_devices() == 0;
  show("body", 50, body(50), 1 + 10 + 400 + 1000 * 1 + 10000 * 11);
  show("body", 200, body(200), (host) + 20 + 300 + 1000 * 2 + 10000 * (host ? 11 : 20));
  show("critical", 0, critical(0), 4 + 45 + 1000);
  show("critical", 1, critical(1), 4 + 45 + (host ? 1000 : 2000));
  show("nested", 0, nested(0), host ? 106 : 105);
  show("nested", 1, nested(1), 106);
  show("taskish", 0, taskish(0), 31);
  show("taskish", 1, taskish(1), host ? 31 : 11);
  show("taskish", 9, taskish(9), host ? 31 : 21);
  if (!bad) puts("ok");
  return bad;
}
