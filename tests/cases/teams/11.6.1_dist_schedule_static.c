// only: device
// Each team has one chunk (5.2 §11.6.1), and each thread one of it where schedule(static) asks for that.
#include <omp.h>
#include <stdio.h>

enum { N = 1000 };

static int in_rows(const int *who, int from, int to)
{
  for (int i = from + 1; i < to; i++)
    if (who[i] < who[i-1])
      return 0;
  return 1;
}

int main(void)
{
  int team[N], both[N], thread[N], teams = 0, bad = 0, sum = 0;
#pragma omp target teams distribute num_teams(3) dist_schedule(static) map(from: team) map(tofrom: teams)
  for (int i = 0; i < N; i++) {
    team[i] = omp_get_team_num();
    if (i == 0)
      teams = omp_get_num_teams();
  }
  bad += !in_rows(team, 0, N) || team[N-1] != teams - 1;
#pragma omp target teams distribute parallel for num_teams(3) thread_limit(64) dist_schedule(static) schedule(static) map(from: both, thread)
  for (int i = 0; i < N; i++) {
    both[i] = omp_get_team_num();
    thread[i] = omp_get_thread_num();
  }
  bad += 2 * !in_rows(both, 0, N);
  for (int i = 0, j; i < N; i = j) {
    for (j = i; j < N && both[j] == both[i]; j++)
      ;
    bad += 4 * !in_rows(thread, i, j);
  }
  // As many teams as iterations need, and sums of what a team did.
#pragma omp target teams distribute parallel for dist_schedule(static) map(from: both)
  for (int i = 0; i < N; i++)
    both[i] = omp_get_team_num();
  bad += 8 * !in_rows(both, 0, N);
#pragma omp target teams distribute parallel for collapse(2) num_teams(3) dist_schedule(static) reduction(+: sum)
  for (int i = 0; i < 10; i++)
    for (int j = 0; j < 100; j++)
      sum += i * 100 + j;
  if (sum != N * (N - 1) / 2)
    bad |= 16;
  if (bad)
    printf("%d\n", bad);
  else
    puts("ok");
  return 0;
}
