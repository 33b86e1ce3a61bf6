// flags: -fopenmp-version=60
// gcc: no (device_type, priority and default on target, if on teams, are of OpenMP 6.0)
// Clauses of compound target constructs that only target takes, and if on constructs with teams of which
// no other leaf takes one (OpenMP 6.0 §19.2, §12.2).
#include <omp.h>
#include <stdio.h>
#define N 100
int main(void)
{
  int a[N], n = 0, bad = 0, teams = 0;
#pragma omp target teams distribute parallel for device_type(any) priority(1) map(from: a)
  for (int i = 0; i < N; i++) a[i] = i;
#pragma omp target parallel for priority(n) device_type(any) map(tofrom: a)
  for (int i = 0; i < N; i++) a[i]++;
#pragma omp target simd priority(2) device_type(any) default(shared) map(tofrom: a)
  for (int i = 0; i < N; i++) a[i]++;
#pragma omp target teams loop device_type(any) priority(1) map(tofrom: a)
  for (int i = 0; i < N; i++) a[i]++;
#pragma omp target teams device_type(any) priority(1) num_teams(1) map(tofrom: n)
  n++;
#pragma omp target parallel num_threads(1) device_type(any) priority(1) replayable map(tofrom: n)
  n++;
#pragma omp teams distribute if(n == 0) num_teams(4)
  for (int i = 0; i < 1; i++) teams = omp_get_num_teams();
#pragma omp teams loop if(n == 0)
  for (int i = 0; i < N; i++) a[i]++;
  for (int i = 0; i < N; i++) bad += a[i] != i + 4;
  puts(bad == 0 && n == 2 && teams == 1 ? "ok" : "clauses of target alone");
  return 0;
}
