// gcc: no (gcc-12 loses reductions of sections on teams)
#include <stdio.h>

int main(void)
{
  int n[9] = {0};
#pragma omp target parallel map(tofrom: n) num_threads(2)
#pragma omp atomic
  n[0] += 1;
#pragma omp target parallel for map(tofrom: n)
  for (int i = 0; i < 10; i++)
#pragma omp atomic
    n[1] += 1;
#pragma omp target parallel for simd map(tofrom: n) reduction(+: n[2:1])
  for (int i = 0; i < 10; i++)
    n[2] += 1;
#pragma omp target simd map(tofrom: n) reduction(+: n[3:1])
  for (int i = 0; i < 10; i++)
    n[3] += 1;
#pragma omp target teams map(tofrom: n) num_teams(2) reduction(+: n[4:1])
  n[4] += 1;
#pragma omp target teams distribute map(tofrom: n)
  for (int i = 0; i < 10; i++)
#pragma omp atomic
    n[5] += 1;
#pragma omp target teams distribute parallel for map(tofrom: n)
  for (int i = 0; i < 10; i++)
#pragma omp atomic
    n[6] += 1;
#pragma omp target teams loop map(tofrom: n) reduction(+: n[7:1])
  for (int i = 0; i < 10; i++)
    n[7] += 1;
#pragma omp target parallel loop map(tofrom: n) reduction(+: n[8:1])
  for (int i = 0; i < 10; i++)
    n[8] += 1;
  int bad = n[0] < 1 || n[0] > 2 || n[4] < 1 || n[4] > 2;
  for (int k = 1; k < 9; k++)
    bad += k != 4 && n[k] != 10;
  puts(bad == 0 ? "ok" : "combined constructs");
  return 0;
}
