/* OpenMP 5.2 §10.1.2 and others restrict the values of clauses' arguments: code that control never reaches evaluates none. */
#include <stdio.h>

static int run(int *a, int n)
{
  if (sizeof(long) == 4) {
#pragma omp parallel num_threads(-4)
    a[0] = 1;
#pragma omp parallel for schedule(static, -2)
    for (int i = 0; i < n; i++)
      a[i] = 1;
#pragma omp taskloop grainsize(-1)
    for (int i = 0; i < n; i++)
      a[i] = 1;
#pragma omp task priority(-3)
    a[0]++;
#pragma omp parallel masked filter(0 - 1)
    a[0]++;
#pragma omp target teams num_teams(-3) thread_limit(-1) map(a[0:n])
    a[0]++;
#pragma omp target data device(-7) map(a[0:n])
    a[0]++;
  }
  return a[n - 1];
#pragma omp taskloop num_tasks(0)
  for (int i = 0; i < n; i++)
    a[i] = 1;
#pragma omp teams num_teams(1 - 3)
  a[0]++;
}

int main(void)
{
  int a[3] = {0, 0, 7};
  puts(run(a, 3) == 7 ? "ok" : "wrong");
  return 0;
}
