// only: device
#include <omp.h>
#include <stdio.h>

int main(void)
{
  int n = 0, k = 5;
#pragma omp target teams num_teams(k) map(tofrom: n)
  if (omp_get_team_num() == 0)
    n = omp_get_num_teams();
  puts(n == 5 ? "ok" : "num_teams(5)");
  return 0;
}
