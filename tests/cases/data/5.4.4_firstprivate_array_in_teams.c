#include <omp.h>
#include <stdio.h>

int main(void)
{
  int t[3] = {1, 2, 3}, r[4] = {0};
#pragma omp target teams num_teams(4) firstprivate(t) map(tofrom: r)
  {
    t[0] += omp_get_team_num();
    r[omp_get_team_num()] = t[0] + t[2];
  }
  int bad = t[0] != 1 || r[0] != 4;
  for (int i = 0; i < 4; i++)
    bad += r[i] != 0 && r[i] != 4 + i;
  puts(bad == 0 ? "ok" : "each team has its own array");
  return 0;
}
