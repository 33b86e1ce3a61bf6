// flags: -fopenmp-version=60
// gcc: no (6.0)
#include <omp.h>
#include <stdio.h>

/* if(teams: false) makes a league of one team. */
int main(void)
{
  int n[6] = {0};
  for (int c = 0; c < 2; c++) {
#pragma omp target teams if(teams: c) num_teams(4) map(tofrom: n)
    if (omp_get_team_num() == 0)
      n[c] = omp_get_num_teams();
#pragma omp target map(tofrom: n)
#pragma omp teams if(c) num_teams(2: 3)
    if (omp_get_team_num() == 0)
      n[2 + c] = omp_get_num_teams();
  }
#pragma omp target teams distribute if(teams: n[5] == 1) map(tofrom: n)
  for (int i = 0; i < 1; i++)
    n[4] = omp_get_num_teams();
  if (n[0] == 1 && n[1] >= 1 && n[1] <= 4 && n[2] == 1 && n[3] >= 1 && n[3] <= 3 && n[4] == 1)
    puts("ok");
  else
    printf("%d %d %d %d %d\n", n[0], n[1], n[2], n[3], n[4]);
  return 0;
}
