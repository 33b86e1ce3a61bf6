#include <omp.h>
#include <stdio.h>

int main(void)
{
  int seen[8] = {0}, n = 0;
#pragma omp target teams num_teams(8) map(tofrom: seen, n)
  {
    seen[omp_get_team_num()] = 1;
    if (omp_get_team_num() == 0)
      n = omp_get_num_teams();
  }
  int count = 0;
  for (int i = 0; i < 8; i++)
    count += seen[i];
  puts(n >= 1 && n <= 8 && count == n ? "ok" : "teams");
  return 0;
}
