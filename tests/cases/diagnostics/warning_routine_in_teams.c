#include <omp.h>
int main(void)
{
  int teams = 0, threads = 0;
#pragma omp target teams num_teams(2) map(from: teams, threads)
  {
    teams = omp_get_num_teams();
    threads = omp_get_max_threads();
  }
  return teams > threads;
}
