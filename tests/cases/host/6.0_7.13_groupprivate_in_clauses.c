// flags: -fopenmp-version=60
// gcc: no (gcc-12 does not know groupprivate)
// OpenMP 6.0 §7.13: the expressions of clauses in host code have the contention group's copies of groupprivate variables.
#include <omp.h>
#include <stdio.h>

static int want;
struct s { int want; };
#pragma omp groupprivate(want)

static int failed;
static void expect(const char *what, long got, long w)
{
  if (got != w) {
    printf("%s: %ld, not %ld\n", what, got, w);
    failed = 1;
  }
}

int main(void)
{
  struct s s = {5};
  int final[2] = {0}, undeferred[2] = {0}, threads = 0, a[8] = {0};
  want = 1;
#pragma omp teams num_teams(2)
  {
    want = 2 + omp_get_team_num();
    int t = omp_get_team_num();
#pragma omp parallel num_threads(1)
#pragma omp task final(want == 2 + t) if(s.want == want + 3 - t)
    {
      final[t] = omp_in_final();
#pragma omp task final(want == 1)
      undeferred[t] = omp_in_final();
    }
  }
  for (int t = 0; t < 2; t++)
    expect("final", final[t] == undeferred[t] && (final[t] || t), 1);
  expect("around", want, 1);
  want = 2;
#pragma omp parallel num_threads(want)
#pragma omp single
  threads = omp_get_num_threads();
  expect("num_threads", threads, 2);
  want = 3;
#pragma omp target enter data map(to: a[:want])
  expect("section", omp_target_is_present(&a[2], omp_get_default_device()) && (omp_get_num_devices() == 0 || !omp_target_is_present(&a[3], omp_get_default_device())), 1);
#pragma omp target exit data map(delete: a[:want])
  int n = 0;
#pragma omp target teams num_teams(want) reduction(+: n)
  n += omp_get_num_teams() <= 3;
  expect("teams", n >= 1 && n <= 3, 1);
  puts(failed ? "failed" : "ok");
  return failed;
}
