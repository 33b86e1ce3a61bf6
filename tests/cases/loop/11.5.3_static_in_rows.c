// only: device
// A static schedule without a chunk gives a thread iterations in a row (5.2 §11.5.3),
// wherever a program can tell.
#include <omp.h>
#include <stdio.h>

enum { N = 1000 };

static int number(void) { return omp_get_thread_num(); }

// Threads in order, each with iterations in a row.
static int in_rows(const int *who)
{
  for (int i = 1; i < N; i++)
    if (who[i] < who[i-1])
      return 0;
  return 1;
}

int main(void)
{
  int asked[N], called[N], nth[N], first[N], second[N], plain[N], bad = 0, start = 0;
#pragma omp target teams num_teams(1) thread_limit(64) map(from: asked, called, nth, first, second, plain) firstprivate(start)
  {
#pragma omp parallel for schedule(static)
    for (int i = 0; i < N; i++)
      asked[i] = omp_get_thread_num();
#pragma omp parallel for schedule(static)
    for (int i = 0; i < N; i++)
      called[i] = number();
    // The variable goes with its thread.
#pragma omp parallel for schedule(static) firstprivate(start)
    for (int i = 0; i < N; i++)
      nth[i] = start++;
    // A thread relies on its own iterations of the loop before.
#pragma omp parallel
    {
#pragma omp for schedule(static) nowait
      for (int i = 0; i < N; i++)
        first[i] = i + 1;
#pragma omp for schedule(static)
      for (int i = 0; i < N; i++)
        second[i] = 2 * first[i];
    }
    // Nobody can tell.
#pragma omp parallel for schedule(static)
    for (int i = 0; i < N; i++)
      plain[i] = 3 * i;
  }
  bad += !in_rows(asked);
  bad += 2 * !in_rows(called);
  for (int i = 1; i < N; i++) {
    if (nth[i] != 0 && nth[i] != nth[i-1] + 1)
      bad |= 4;
    if (second[i] != 2 * i + 2)
      bad |= 8;
    if (plain[i] != 3 * i)
      bad |= 16;
  }
  // In turn, one iteration each, among teams and threads.
  int turn[N], team[N], count[N];
#pragma omp target teams distribute parallel for schedule(static, 1) num_teams(3) thread_limit(64) map(from: turn, team, count)
  for (int i = 0; i < N; i++) {
    turn[i] = omp_get_thread_num();
    team[i] = omp_get_team_num();
    count[i] = omp_get_num_threads();
  }
  for (int i = 1; i < N; i++)
    if (team[i] == team[i-1] && turn[i] != (turn[i-1] + 1) % count[i])
      bad |= 32;
  if (bad)
    printf("%d\n", bad);
  else
    puts("ok");
  return 0;
}
