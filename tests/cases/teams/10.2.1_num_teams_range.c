// only: device
#include <omp.h>
#include <stdio.h>

int main(void)
{
  int n = 0;
#pragma omp target teams num_teams(2 : 4) map(tofrom: n)
  if (omp_get_team_num() == 0)
    n = omp_get_num_teams();
  puts(n >= 2 && n <= 4 ? "ok" : "num_teams(2:4)");
  return 0;
}
