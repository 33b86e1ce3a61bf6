// gcc: no (gcc-12 has no metadirective)
// flags: -fopenmp-version=60
// OpenMP 5.2 §7.4, §10.2, 6.0 §19.1: a metadirective directly in a target construct may become a teams construct at run
// time, alone or as a constituent of a compound directive. Other variants belong to one team.
#include <omp.h>
#include <stdio.h>

static int alone(int mode)
{
  int n = 0;
#pragma omp target map(tofrom: n)
#pragma omp metadirective when(user = {condition(mode == 1)}: teams distribute num_teams(2) thread_limit(4)) \
    when(user = {condition(mode == 2)}: parallel num_threads(3)) otherwise(parallel for num_threads(2))
  for (int i = 0; i < 4; i++) {
#pragma omp atomic
    n++;
  }
  return n;
}

static int compound(int mode)
{
  int n = 0;
#pragma omp target map(tofrom: n)
#pragma omp metadirective when(user = {condition(mode == 1)}: parallel single task num_threads(3) shared(n))                  \
    when(user = {condition(mode == 2)}: teams distribute num_teams(2) thread_limit(4)) otherwise(parallel num_threads(2))
  for (int i = 0; i < 4; i++) {
#pragma omp atomic
    n++;
  }
  return n;
}

static int outer(int mode)
{
  int n = 0, most = 0;
#pragma omp target thread_limit(4) map(tofrom: n, most)
  {
#pragma omp metadirective when(user = {condition(mode == 1)}: teams parallel masked task num_teams(2) num_threads(2) shared(n, most)) \
    when(user = {condition(mode == 2)}: parallel masked taskloop simd num_threads(2)) otherwise(parallel num_threads(3))
    for (int i = 0; i < 1; i++) {
#pragma omp atomic
      n++;
#pragma omp atomic write
      most = omp_get_thread_limit() <= 4;
    }
  }
  return !most ? -n : mode == 1 ? n == 1 || n == 2 : n;
}

int main(void)
{
  for (int mode = 0; mode < 3; mode++)
    printf("%d %d %d\n", alone(mode), compound(mode), outer(mode));
  return 0;
}
