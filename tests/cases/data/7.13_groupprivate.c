// gcc: no (gcc-12 does not know groupprivate)
// only: device
/* OpenMP 6.0 §7.13: a groupprivate variable has one copy for each team. */
#include <stdio.h>
#include <omp.h>

static int counter;
static double part[4];
#pragma omp groupprivate(counter, part)

#pragma omp begin declare target
static void bump(void)
{
#pragma omp atomic
  counter++;
}
#pragma omp end declare target

int main(void)
{
  int seen[8], sums = 0, bad = 0, teams = 0;
  for (int i = 0; i < 8; i++) seen[i] = -1;
#pragma omp target teams num_teams(4) thread_limit(8) map(seen) map(tofrom: sums, teams)
  {
    counter = 100 * omp_get_team_num();
    for (int i = 0; i < 4; i++) part[i] = 0;
#pragma omp parallel num_threads(3)
    {
      bump();
#pragma omp atomic
      part[1] += 1;
    }
    seen[omp_get_team_num()] = counter;
#pragma omp atomic
    sums += (int)part[1];
    if (omp_get_team_num() == 0) teams = omp_get_num_teams();
  }
  int per = seen[0];
  for (int i = 0; i < teams; i++) bad += seen[i] != 100 * i + per;
  bad += per < 1 || sums != per * teams;
  puts(bad ? "teams share the copy" : "ok");
  if (bad) printf("%d %d %d\n", seen[0], seen[1], sums);
  return 0;
}
