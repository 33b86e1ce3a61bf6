// gcc: no (gcc-12 has no metadirective)
/* OpenMP 5.2 §7.4, §10.2: a teams construct is strictly nested in target, too, if only a metadirective that nothing replaces
 * is between them. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../check.h"
static int f(int b) {
  int t = 0;
#pragma omp target map(tofrom: t)
#pragma omp metadirective when(implementation = {vendor(nobody)}: parallel) otherwise(nothing)
#pragma omp metadirective when(user = {condition(b)}: teams num_teams(2) thread_limit(8)) otherwise(parallel num_threads(1))
  { if (omp_get_team_num() == 0) t = omp_get_num_teams(); }
  return t;
}
static int g(void) {
  int t = 0;
#pragma omp target map(tofrom: t)
#pragma omp nothing
#pragma omp metadirective when(implementation = {vendor(nobody)}: parallel) otherwise(nothing)
#pragma omp teams num_teams(2)
  { if (omp_get_team_num() == 0) t = omp_get_num_teams(); }
  return t;
}
int main(void) { IN(f(1), 1, 2); EQ(f(0), 1); IN(g(), 1, 2);
#ifdef GPU
if (omp_get_num_devices()) { EQ(f(1), 2); EQ(g(), 2); }
#endif
END; }
