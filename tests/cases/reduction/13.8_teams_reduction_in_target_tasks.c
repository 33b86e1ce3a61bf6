// OpenMP 5.2 §5.5.8, §13.8, §15.9.5: reductions across teams in target regions that are
// tasks, the teams construct combined with the target construct or nested in it.
#include <stdio.h>

int main(void) {
  int n = 100, bad = 0;
  double u[100], avg[1] = {0}, sum = 0;
  for (int i = 0; i < n; i++)
    u[i] = i;
#pragma omp target map(to : u) map(tofrom : avg[0]) depend(in : u[0 : n])
#pragma omp teams distribute parallel for reduction(+ : avg[0])
  for (int i = 0; i < n; i++)
    avg[0] += u[i];
#pragma omp target map(to : u) map(tofrom : sum) nowait
  {
#pragma omp teams distribute parallel for reduction(+ : sum)
    for (int i = 0; i < n; i++)
      sum += u[i];
  }
#pragma omp taskwait
  bad += avg[0] != 4950 || sum != 4950;
  sum = 0;
#pragma omp target data map(to : u) map(tofrom : avg, sum)
  {
#pragma omp target teams distribute parallel for reduction(+ : sum) nowait depend(inout : sum)
    for (int i = 0; i < n; i++)
      sum += u[i];
#pragma omp target map(tofrom : sum) depend(inout : sum) nowait
#pragma omp teams reduction(+ : sum)
#pragma omp distribute parallel for reduction(+ : sum)
    for (int i = 0; i < n; i++)
      sum += u[i];
#pragma omp target map(tofrom : sum) depend(inout : sum) nowait
#pragma omp teams distribute parallel for collapse(2) reduction(+ : sum)
#pragma omp tile sizes(7, 3)
    for (int i = 0; i < 10; i++)
      for (int j = 0; j < 10; j++)
        sum += u[10 * i + j];
#pragma omp taskwait
  }
  bad += sum != 3 * 4950;
  int host = 0;
#pragma omp teams num_teams(2) reduction(+ : host)
  host++;
  bad += host < 1 || host > 2;
#pragma omp parallel num_threads(3) reduction(+ : bad)
  {
    int own = 0;
#pragma omp target map(tofrom : own) nowait
    {
#pragma omp teams distribute reduction(+ : own)
      for (int i = 0; i < 10; i++)
        own += i;
    }
#pragma omp taskwait
    bad += own != 45;
  }
  if (!bad)
    printf("ok\n");
}
