// only: device
#include <omp.h>
#include <stdio.h>

int main(void)
{
  int who[24], n = 0;
#pragma omp target teams distribute num_teams(3) dist_schedule(static, 2) map(from: who) map(tofrom: n)
  for (int i = 0; i < 24; i++) {
    who[i] = omp_get_team_num();
    if (i == 0)
      n = omp_get_num_teams();
  }
  int bad = 0;
  for (int i = 0; i < 24; i++)
    bad += who[i] != i / 2 % n;
  puts(bad == 0 ? "ok" : "dist_schedule(static, 2)");
  return 0;
}
