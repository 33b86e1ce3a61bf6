#include <omp.h>
#include <stdio.h>

int main(void)
{
  int r[4] = {0};
#pragma omp target teams num_teams(4) thread_limit(4) map(tofrom: r)
  {
    int mine = omp_get_team_num() * 100;
#pragma omp parallel num_threads(2)
    {
#pragma omp atomic
      mine += 1;
    }
    r[omp_get_team_num()] = mine;
  }
  int bad = 0;
  for (int i = 0; i < 4; i++)
    bad += r[i] != 0 && (r[i] / 100 != i || r[i] % 100 < 1 || r[i] % 100 > 2);
  puts(bad == 0 && r[0] >= 1 ? "ok" : "team-local variables");
  return 0;
}
