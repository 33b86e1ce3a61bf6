// gcc: no (gcc-12 has no allocate directive)
// More of a team's memory than kernels have without asking for it at the launch:
// dynamic shared memory on NVIDIA GPUs. What does not fit falls back to the
// default memory space (5.2 §6.2).
#include <omp.h>
#include <stdio.h>
#include <stdint.h>

enum { N = 9000, TEAMS = 3, HUGE = 100000 };
static double in[N], out[TEAMS][N];
static int aligned, teams;

int main(void)
{
  int wrong = 0;
  for (int i = 0; i < N; i++)
    in[i] = i;
#pragma omp target teams num_teams(TEAMS) map(to : in) map(tofrom : out, aligned, teams)
  {
    double big[N];
    float more[5000], small[100];
    char huge[HUGE];
    int t = omp_get_team_num();
#pragma omp allocate(big, more, small) allocator(omp_cgroup_mem_alloc) align(16)
#pragma omp allocate(huge) allocator(omp_pteam_mem_alloc)
#pragma omp parallel
    {
#pragma omp for
      for (int i = 0; i < N; i++)
        big[i] = in[i] + t;
#pragma omp for nowait
      for (int i = 0; i < 5000; i++)
        more[i] = 0.5f;
#pragma omp for nowait
      for (int i = 0; i < HUGE; i++)
        huge[i] = i % 100;
#pragma omp for
      for (int i = 0; i < 100; i++)
        small[i] = i;
#pragma omp for
      for (int i = 0; i < N; i++)
        out[t][i] = big[N - 1 - i] + more[i % 5000] + small[i % 100] - huge[HUGE - N + i];
    }
    if (t == 0) {
      teams = omp_get_num_teams();
      aligned = (uintptr_t)big % 16 == 0 && (uintptr_t)more % 16 == 0 && (uintptr_t)small % 16 == 0;
    }
  }
  for (int t = 0; t < teams; t++)
    for (int i = 0; i < N; i++)
      wrong += out[t][i] != N - 1 - i + t + 0.5;
  if (wrong || !aligned || !teams)
    printf("%d wrong, aligned: %d\n", wrong, aligned);
  else
    puts("ok");
  return 0;
}
