// gcc: no (gcc-12 does not know groupprivate)
// only: device
/* OpenMP 6.0 §7.13: static variables of functions, of a function around the region and of the region itself. */
#include <omp.h>
#include <stdio.h>

#pragma omp begin declare target
static int sum_of_team(void)
{
  static int part[32];
#pragma omp groupprivate(part)
  int t = omp_get_thread_num(), s = 0;
  part[t] = t + omp_get_team_num();
#pragma omp barrier
  for (int i = 0; i < omp_get_num_threads(); i++) s += part[i];
#pragma omp barrier
  return s;
}
#pragma omp end declare target

int main(void)
{
  static int own;
#pragma omp groupprivate(own)
  int sum[4] = {0}, seen[4], inner[4], teams = 0, bad = 0;
#pragma omp target teams num_teams(4) thread_limit(32) map(sum, seen, inner, teams)
  {
    static int count;
#pragma omp groupprivate(count)
    own = omp_get_team_num();
    count = 0;
#pragma omp parallel num_threads(32)
    {
      int s = sum_of_team();
#pragma omp atomic
      count++;
      if (omp_get_thread_num() == 0) sum[omp_get_team_num()] = s - omp_get_num_threads() * (omp_get_num_threads() - 1) / 2;
    }
    seen[omp_get_team_num()] = own;
    inner[omp_get_team_num()] = count;
    if (omp_get_team_num() == 0) teams = omp_get_num_teams();
  }
  for (int t = 0; t < teams; t++) bad += seen[t] != t || inner[t] != inner[0] || sum[t] != t * inner[t];
  puts(bad || teams < 1 ? "wrong" : "ok");
}
