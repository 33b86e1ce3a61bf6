// flags: -fopenmp-version=61
// env: OMP_MAX_ACTIVE_LEVELS=2
// gcc: no (6.1)
// The sizes of a league, and the memory of its teams, in kernels whose nested regions are active (6.1).
#include <omp.h>
#include <stdio.h>

int main(void)
{
  int wrong = 0, seen = 0;
#pragma omp target teams num_teams(dims(2) : 2, 3) thread_limit(64) dyn_groupprivate(64 * sizeof(int)) map(tofrom : wrong, seen)
  {
    int teams = omp_get_num_teams();
#pragma omp parallel num_threads(2)
    {
      int *mine = omp_get_dyn_gprivate_ptr(0, omp_access_cgroup);
      if (!mine || (teams == 6 && (omp_get_num_teams_dim(0) != 2 || omp_get_num_teams_dim(1) != 3))) {
#pragma omp atomic
        wrong++;
      }
#pragma omp parallel num_threads(2)
      {
        if (omp_get_dyn_gprivate_size(omp_access_cgroup) != 64 * sizeof(int) ||
            omp_get_team_num() != omp_get_team_num_dim(0) + omp_get_num_teams_dim(0) * omp_get_team_num_dim(1)) {
#pragma omp atomic
          wrong++;
        }
#pragma omp atomic
        seen++;
      }
    }
  }
  puts(wrong || !seen ? "wrong" : "ok");
  return 0;
}
