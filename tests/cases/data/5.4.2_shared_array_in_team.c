#include <omp.h>
#include <stdio.h>

int main(void)
{
  int r[4] = {0};
#pragma omp target teams num_teams(4) map(tofrom: r)
  {
    int t[8];
    for (int i = 0; i < 8; i++)
      t[i] = i;
#pragma omp parallel for shared(t) num_threads(4)
    for (int i = 0; i < 8; i++)
      t[i] *= 2;
    int s = 0;
    for (int i = 0; i < 8; i++)
      s += t[i];
    r[omp_get_team_num()] = s;
  }
  int bad = r[0] != 56;
  for (int i = 0; i < 4; i++)
    bad += r[i] != 56 && r[i] != 0;
  puts(bad == 0 ? "ok" : "a team's array");
  return 0;
}
