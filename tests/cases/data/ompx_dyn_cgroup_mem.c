// gcc: no (clang's extension)
// The memory of a team that the clause asks for: on GPUs, null elsewhere.
#include <omp.h>
#include <stdio.h>

void *llvm_omp_target_dynamic_shared_alloc(void);

enum { TEAMS = 4, MOST = 3000 };
static int out[TEAMS][MOST], other[TEAMS][MOST], teams, gpu;

#pragma omp begin declare target
static int *memory(int *instead)
{
  int *p = llvm_omp_target_dynamic_shared_alloc();
  return p ? p : instead;
}
#pragma omp end declare target

int main(void)
{
  int wrong = 0;
  for (int n = 1000; n <= MOST; n += 1000) {
#pragma omp target teams num_teams(TEAMS) thread_limit(128) ompx_dyn_cgroup_mem(n * sizeof(int)) \
    map(tofrom : out, other, teams, gpu)
    {
      int t = omp_get_team_num();
      if (t == 0) {
        teams = omp_get_num_teams();
        gpu = memory(0) != 0;
      }
#pragma omp parallel
      {
        int *mine = memory(other[t]);
#pragma omp for
        for (int i = 0; i < n; i++)
          mine[i] = i + t;
#pragma omp for
        for (int i = 0; i < n; i++)
          out[t][i] = mine[n - 1 - i];
      }
    }
    for (int t = 0; t < teams; t++)
      for (int i = 0; i < n; i++)
        wrong += out[t][i] != n - 1 - i + t || gpu != (other[t][n - 1] == 0);
  }
  puts(wrong || !teams ? "wrong" : "ok");
  return 0;
}
