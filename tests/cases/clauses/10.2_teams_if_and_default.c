#include <omp.h>
#include <stdio.h>

int main(void)
{
  int n = 0, k = 3;
#pragma omp target map(tofrom: n)
#pragma omp teams num_teams(2) default(shared) firstprivate(k)
  {
    if (omp_get_team_num() == 0)
      n = k;
  }
  puts(n == 3 ? "ok" : "clauses of teams");
  return 0;
}
