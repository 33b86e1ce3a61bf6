// A target construct evaluates the expressions of its league once, where its region runs on the host, too.
// gcc: no (it evaluates some of them twice)
#include <omp.h>
#include <stdio.h>

static int calls;

static int value(int v)
{
  calls++;
  return v;
}
#pragma omp declare target to(calls) to(value)

static void expect(int want, const char *what)
{
  if (calls != want)
    printf("%s: %d calls\n", what, calls);
  calls = 0;
}

int main(void)
{
  int host = omp_get_initial_device(), teams = 0, threads = 0;
#pragma omp target teams device(host) num_teams(value(2)) map(from: teams)
  if (omp_get_team_num() == 0)
    teams = omp_get_num_teams();
  expect(1, "num_teams");
  if (teams < 1 || teams > 2)
    printf("%d teams\n", teams);
#pragma omp target teams device(host) thread_limit(value(3)) num_teams(1) default(none) shared(threads) map(from: threads)
#pragma omp parallel default(none) shared(threads)
#pragma omp single
  threads = omp_get_num_threads();
  expect(1, "thread_limit");
  if (threads < 1 || threads > 3)
    printf("%d threads\n", threads);
#pragma omp target device(host)
#pragma omp teams num_teams(value(2)) thread_limit(value(3)) default(none)
  {
  }
  expect(2, "teams in target");
#pragma omp target teams distribute parallel for device(host) num_teams(value(2)) thread_limit(value(4)) default(none)
  for (int i = 0; i < 8; i++)
    ;
  expect(2, "distribute");
#pragma omp target teams device(host) num_teams(value(2)) nowait
  {
  }
#pragma omp taskwait
  expect(1, "nowait");
#pragma omp target parallel device(host) if(value(1)) default(none)
  {
  }
  expect(1, "if");
#pragma omp target teams distribute parallel for device(host) if(value(0)) num_teams(value(2))
  for (int i = 0; i < 8; i++)
    ;
  expect(2, "if and num_teams");
#pragma omp target device(host)
#pragma omp metadirective when(user={condition(host >= 0)}: teams num_teams(value(2)) thread_limit(value(3))) otherwise(nothing)
  {
  }
  expect(2, "teams chosen in target");
#pragma omp target device(host)
#pragma omp metadirective when(user={condition(host < 0)}: teams num_teams(value(2))) otherwise(teams distribute parallel for num_teams(value(1)) thread_limit(value(3)))
  for (int i = 0; i < 8; i++)
    ;
  expect(2, "a loop chosen in target");
  puts("ok");
  return 0;
}
