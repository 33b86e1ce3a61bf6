// Every team has a copy of external, which two files name; of hidden only the other file knows.
#include "group.h"
#include <omp.h>
#include <stdio.h>

int external;

int main(void) {
  int sum[4] = {0}, seen[4] = {0}, bad = 0, teams = 0;
  #pragma omp target teams num_teams(4) thread_limit(8) map(sum, seen, teams)
  {
    begin(10 * omp_get_team_num());
    #pragma omp parallel num_threads(4)
    {
      #pragma omp single
      external = bump(1);
      #pragma omp single
      bump(external);
    }
    seen[omp_get_team_num()] = external;
    sum[omp_get_team_num()] = bump(0);
    if (omp_get_team_num() == 0) teams = omp_get_num_teams();
  }
  for (int t = 0; t < teams; t++) bad += seen[t] != 10 * t + 1 || sum[t] != 2 * (10 * t + 1);
  printf(bad || !teams ? "wrong: %d %d\n" : "ok\n", seen[0], sum[0]);
}
