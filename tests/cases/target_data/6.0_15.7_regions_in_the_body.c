// flags: -fopenmp-version=60
// gcc: no (target_data with private is new in 6.0)
// The body of a target data construct is a taskgroup, and a task with private variables: regions
// in it that the host executes begin anew.
#include <stdio.h>

int main(void) {
  int a[10] = {0}, s = 0;
#pragma omp target data map(a)
  {
#pragma omp target teams distribute parallel for
    for (int i = 0; i < 10; i++)
      a[i] = i;
#pragma omp target teams
#pragma omp distribute
    for (int i = 0; i < 10; i++)
      a[i] += i;
#pragma omp target parallel for reduction(+: s)
    for (int i = 0; i < 10; i++)
      s += a[i];
#pragma omp target teams loop
    for (int i = 0; i < 10; i++)
      a[i] += i;
  }
#pragma omp target_data map(a) private(s) nogroup
  {
#pragma omp target teams num_teams(1)
    a[0] = 7;
  }
  printf("%d %d %d\n", s, a[9], a[0]);
  return 0;
}
