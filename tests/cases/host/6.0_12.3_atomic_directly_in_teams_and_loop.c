// flags: -fopenmp-version=60
// gcc: no (gcc-12 itself refuses atomic there)
// Host versions of atomic constructs where host compilers refuse them: directly in teams,
// in loop, and in regions with order(concurrent), where OpenMP 6.0 §12.3 allows them.
#include <stdio.h>

enum { N = 1000 };

static int failed;

static void expect(const char *what, long got, long want)
{
  if (got == want)
    return;
  printf("%s: %ld, not %ld\n", what, got, want);
  failed = 1;
}

static void on_the_host(void)
{
  int n = 0, m = 0, k = 0, bad = 0, most = 0, teams = 0;
  double x = 0;
#pragma omp teams num_teams(3) reduction(+: teams)
  {
#pragma omp atomic
    n++;
    teams++;
  }
  expect("teams", n, teams);
#pragma omp parallel num_threads(3)
#pragma omp loop
  for (int i = 0; i < N; i++) {
    int v;
#pragma omp atomic capture
    v = m++;
    bad += v < 0 || v >= N;
#pragma omp atomic compare
    most = most < i ? i : most;
#pragma omp simd
    for (int j = 0; j < 2; j++)
#pragma omp atomic update
      x += 1;
  }
  expect("loop", m + bad, N);
  expect("compare", most, N - 1);
  expect("in simd", x, 2 * N);
#pragma omp parallel for order(concurrent) num_threads(3)
  for (int i = 0; i < N; i++)
#pragma omp atomic
    k += 2;
#pragma omp simd order(concurrent)
  for (int i = 0; i < N; i++)
#pragma omp atomic seq_cst
    k += 1;
#pragma omp teams loop num_teams(2)
  for (int i = 0; i < N; i++)
#pragma omp atomic
    k -= 1;
  expect("order(concurrent)", k, 2 * N);
}

static void in_target_regions(void)
{
  int n = 0, k = 0, teams = 0;
#pragma omp target teams num_teams(3) map(tofrom: n) reduction(+: teams)
  {
#pragma omp atomic
    n++;
    teams++;
  }
  expect("target teams", n, teams);
#pragma omp target teams loop map(tofrom: k)
  for (int i = 0; i < N; i++)
#pragma omp atomic
    k += 1;
#pragma omp target teams distribute parallel for order(concurrent) map(tofrom: k)
  for (int i = 0; i < N; i++)
#pragma omp atomic
    k += 1;
  expect("target teams loop", k, 2 * N);
}

int main(void)
{
  on_the_host();
  in_target_regions();
  puts(failed ? "failed" : "ok");
  return failed;
}
