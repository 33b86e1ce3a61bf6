// flags: -fopenmp-version=61
// gcc: no (6.1)
// The memory that dyn_groupprivate gives each team, its fallbacks, and the routines that tell of it (6.1).
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

enum { TEAMS = 4, MOST = 3000 };
static int out[TEAMS][MOST], wrong, teams;

#pragma omp begin declare target
/* told says what the routines tell of a team's memory: 1 that is its own, 2 that fell back, 0 none, -1 if they disagree. */
static int told(size_t size)
{
  char *any = omp_get_dyn_gprivate_ptr(0, omp_access_cgroup), *own = omp_get_dyn_gprivate_nofb_ptr(0, omp_access_cgroup);
  omp_memspace_handle_t space = omp_get_dyn_gprivate_memspace(omp_access_cgroup);
  if (omp_get_dyn_gprivate_ptr(0, omp_access_pteam) || omp_get_dyn_gprivate_size(omp_access_pteam))
    return -1;
  if (!any)
    return own || space != omp_null_mem_space || omp_get_dyn_gprivate_size(omp_access_cgroup) ? -1 : 0;
  if (omp_get_dyn_gprivate_size(omp_access_cgroup) != size || omp_get_dyn_gprivate_ptr(8, omp_access_cgroup) != any + 8)
    return -1;
  if (own)
    return own != any || space != omp_cgroup_mem_space ? -1 : 1;
  return space == omp_default_mem_space ? 2 : -1;
}
#pragma omp end declare target

/* turned has each team turn numbers around in its memory. */
static void turned(int n)
{
#pragma omp target teams num_teams(TEAMS) thread_limit(64) dyn_groupprivate(n * sizeof(int)) map(tofrom : out, teams, wrong)
  {
    int t = omp_get_team_num();
    if (t == 0)
      teams = omp_get_num_teams();
#pragma omp parallel
    {
      int *mine = omp_get_dyn_gprivate_ptr(0, omp_access_cgroup);
#pragma omp for
      for (int i = 0; i < n; i++)
        mine[i] = i + t;
#pragma omp for
      for (int i = 0; i < n; i++)
        out[t][i] = mine[n - 1 - i];
    }
    if (told(n * sizeof(int)) != 1)
#pragma omp atomic
      wrong++;
  }
  for (int t = 0; t < teams; t++)
    for (int i = 0; i < n; i++)
      wrong += out[t][i] != n - 1 - i + t;
}

/* fell_back writes to as much memory as no team has of its own. */
static void fell_back(size_t size)
{
  long sum = 0;
  int is = 0;
#pragma omp target teams num_teams(2) thread_limit(64) dyn_groupprivate(cgroup, fallback(default_mem) : size) map(tofrom : sum) reduction(+ : is)
  {
    char *mine = omp_get_dyn_gprivate_ptr(0, omp_access_cgroup);
    is += told(size);
    long own = 0;
#pragma omp parallel for
    for (size_t i = 0; i < size; i += 4096)
      mine[i] = 1 + omp_get_team_num();
#pragma omp parallel for reduction(+ : own)
    for (size_t i = 0; i < size; i += 4096)
      own += mine[i] == 1 + omp_get_team_num();
#pragma omp atomic
    sum += own;
  }
  wrong += sum % (long)((size + 4095) / 4096) != 0 || sum == 0 || (is != 2 && is != 4);
#pragma omp target map(tofrom : is) dyn_groupprivate(fallback(null) : size)
  is = told(size);
  wrong += is != 0;
}

int main(void)
{
  int device = omp_get_default_device();
  size_t most = omp_get_gprivate_limit(device, omp_access_cgroup);
  wrong += most < 16384 || omp_get_gprivate_limit(device, omp_access_pteam) != 0 || told(0) != 0;
  for (int n = 1000; n <= MOST; n += 1000)
    turned(n);
  fell_back(most + 10);

  int is = 9;
#pragma omp target map(tofrom : is) /* no clause: nothing of the regions before */
  is = told(0);
  wrong += is != 0;
#pragma omp target map(tofrom : is) dyn_groupprivate(fallback(abort) : 0)
  is = told(0);
  wrong += is != 0;
  double sum = 0;
#pragma omp target map(tofrom : sum)
#pragma omp teams num_teams(2) dyn_groupprivate(fallback(abort) : 256 * sizeof(double)) reduction(+ : sum)
  {
    double *mine = omp_get_dyn_gprivate_nofb_ptr(0, omp_access_cgroup), all = 0;
#pragma omp parallel for
    for (int i = 0; i < 256; i++)
      mine[i] = i;
#pragma omp parallel for reduction(+ : all)
    for (int i = 0; i < 256; i++)
      all += mine[i];
    sum += all;
  }
  wrong += sum != 32640 && sum != 2 * 32640;

#pragma omp target teams distribute parallel for map(from : out[0]) dyn_groupprivate(64)
  for (int i = 0; i < MOST; i++)
    out[0][i] = omp_get_dyn_gprivate_size(omp_access_cgroup) == 64 ? i : -1;
  for (int i = 0; i < MOST; i++)
    wrong += out[0][i] != i;

  int host = 0;
#pragma omp teams num_teams(2) dyn_groupprivate(64 * sizeof(int)) reduction(+ : host) /* in host code */
  {
    int *mine = omp_get_dyn_gprivate_ptr(0, omp_access_cgroup), all = 0;
#pragma omp parallel for
    for (int i = 0; i < 64; i++)
      mine[i] = omp_get_team_num() + i;
    for (int i = 0; i < 64; i++)
      all += mine[i] == omp_get_team_num() + i;
    host += all == 64 && told(64 * sizeof(int)) == 1 ? 0 : 1;
  }
  wrong += host || told(0) != 0;
  puts(wrong || !teams ? "wrong" : "ok");
  return 0;
}
