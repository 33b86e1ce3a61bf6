// gcc: no (gcc-12 has no metadirective)
/* OpenMP 5.2 §7.1, §7.4, §10.2: traits of the device that executes a target region, together with conditions, decide
 * whether it is a league of teams; also where the target construct is itself a variant. */
#include <omp.h>
#include <stdio.h>
static int bad;
static void show(const char *what, int way, int got, int want) {
  if (got != want) printf("%s %d: %d, want %d\n", what, way, got, want), bad = 1;
}
static int outer(int device, int big)
{
  int teams = 0;
#pragma omp metadirective when(user = {condition(device)}: target map(tofrom: teams)) otherwise(nothing)
#pragma omp metadirective when(user = {condition(big)}: teams num_teams(2)) otherwise(parallel num_threads(2))
  {
    if (omp_get_team_num() == 0) 
      teams = omp_get_num_teams();
  }
  return teams;
}
// the traits of the device
static int traits(int device, int c)
{
  int teams = 0;
#pragma omp target map(tofrom: teams) device(device)
#pragma omp metadirective when(device = {kind(gpu)}, user = {condition(c)}: teams num_teams(3)) when(device = {kind(host)}: teams num_teams(1)) \
     when(user = {condition(c)}: teams num_teams(2)) otherwise(parallel)
  {
    if (omp_get_team_num() == 0)
      teams = omp_get_num_teams();
  }
  return teams;
}
static int conditional(int on, int c)
{
  int teams = 0, away = 0;
#pragma omp target map(tofrom: teams, away) if(on)
#pragma omp metadirective when(target_device = {kind(nohost)}: teams num_teams(2)) when(user={condition(c)}: teams num_teams(1)) otherwise(nothing)
  {
    if (omp_get_team_num() == 0) teams = omp_get_num_teams();
  }
#pragma omp target map(from: away) if(on)
  away = !omp_is_initial_device();
  return teams * 10 + away;
}
int main(void)
{
  int host = omp_get_num_devices() == 0;
  for (int i = 0; i < 4; i++) show("outer", i, outer(i & 1, i >> 1), (i >> 1) ? 2 : 1);
#ifdef GPU
  int gpu = 1;
#else
  int gpu = 0;
#endif
  int h = omp_get_initial_device();
  show("traits", 0, traits(0, 1), host ? 1 : gpu ? 3 : 2);
  show("traits", 1, traits(0, 0), 1);
  show("traits", 2, traits(h, 1), 1);
  show("cond", 0, conditional(0, 0), 10);
  show("cond", 1, conditional(1, 0), host ? 10 : 21);
  show("cond", 2, conditional(0, 1), 10);
  if (!bad) puts("ok");
  return bad;
}
