// only: device
// amd: no (lanes of one wavefront wait in a loop for another one, which lockstep execution may starve)
// env: OMP_CANCELLATION=true
// OpenMP 5.2 §16.1: cancel in distribute parallel for ends the loop of the team's threads: all of them find that at
// cancellation points. Other teams, and the team's other chunks, are loops of their own.
#include <omp.h>
#include <stdio.h>

enum { N = 96 };

static int failed;

static void expect(const char *what, long got, long want)
{
  if (got == want)
    return;
  printf("%s: %ld, not %ld\n", what, got, want);
  failed = 1;
}

int main(void)
{
  int behind = 0, n = 0, teams = 0, chunks = 0, nested = 0, again = 0;
  /* Nobody comes to an end but by the cancellation. */
#pragma omp target teams distribute parallel for num_teams(1) thread_limit(32) schedule(static, 1) map(tofrom: behind)
  for (int i = 0; i < N; i++) {
    if (i == 0) {
#pragma omp cancel for
    }
    for (;;) {
#pragma omp cancellation point for
    }
#pragma omp atomic write
    behind = 1;
  }
  expect("behind", behind, 0);
  /* The first team's loop alone. */
  static int did[N];
#pragma omp target teams num_teams(2) thread_limit(4) map(tofrom: did, teams)
  {
    if (omp_get_team_num() == 0)
      teams = omp_get_num_teams();
#pragma omp distribute parallel for dist_schedule(static)
    for (int i = 0; i < N; i++) {
#pragma omp cancel for if (omp_get_team_num() == 0)
      did[i] = 1;
    }
  }
  for (int i = 0; i < N; i++)
    n += did[i];
  expect("teams", n, teams == 2 ? N / 2 : 0);
  /* Chunks. */
#pragma omp target teams num_teams(1) thread_limit(1) map(tofrom: chunks, nested)
  {
#pragma omp distribute parallel for dist_schedule(static, 10)
    for (int i = 0; i < 95; i++) {
      chunks++;
      if (i % 10 == 3) {
#pragma omp cancel for
        chunks += 1000;
      }
    }
#pragma omp distribute parallel for collapse(2) dist_schedule(static, 6)
    for (int i = 0; i < 9; i++)
      for (int j = 0; j < 4; j++) {
        nested++;
        if ((4 * i + j) % 6 == 1) {
#pragma omp cancel for
        }
      }
  }
  expect("chunks", chunks, 40);
  expect("collapsed", nested, 12);
  /* A loop that is executed again is whole. */
#pragma omp target teams num_teams(1) thread_limit(8) map(tofrom: again)
  for (int round = 0; round < 4; round++) {
#pragma omp distribute parallel for
    for (int i = 0; i < N; i++) {
#pragma omp cancel for if (round % 2 == 0)
#pragma omp atomic
      again++;
    }
  }
  expect("again", again, 2 * N);
  puts(failed ? "failed" : "ok");
  return failed;
}
