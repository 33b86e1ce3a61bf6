// gcc: no (gcc-12 has no metadirective)
/* OpenMP 5.2 §7.1, §7.4: the device that a clause names decides by its traits, in target regions and on the host. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../check.h"
static int teams(int d, int n) {
  int t = 0;
#pragma omp target device(d) map(tofrom: t)
#pragma omp metadirective when(target_device = {device_num(d), kind(host)}: teams num_teams(1)) when(target_device = {device_num(d), kind(gpu)}: teams num_teams(2)) when(user = {condition(n)}, device = {kind(cpu)}: teams num_teams(3)) otherwise(nothing)
  if (omp_get_team_num() == 0) t = omp_get_num_teams();
  return t;
}
static int kinds(int d) {
  int k = 0;
#pragma omp target device(d) map(tofrom: k)
  {
#pragma omp metadirective when(device = {kind(host)}: parallel num_threads(1) shared(k)) when(device = {kind(gpu)}: single) otherwise(nothing)
    k += 1;
  }
#pragma omp metadirective when(target_device = {device_num(d), kind(gpu)}: critical) when(target_device = {device_num(d), kind(nohost)}: parallel num_threads(1)) otherwise(nothing)
  k += 10 + 100 * omp_get_level();
  return k;
}
int main(void) {
  int n = omp_get_num_devices(), h = omp_get_initial_device(), gpus = 0;
  for (int d = 0; d < n; d++) {
    int gpu = 0;
#pragma omp metadirective when(target_device = {device_num(d), kind(gpu)}: nothing) otherwise(single)
    gpu = 1;
    gpu = 0;
    int t = teams(d, 1), u = teams(d, 0);
    if (t == 2) { gpus++; EQ(u, 2); EQ(kinds(d), 11); } else { EQ(t, 3); EQ(u, 1); EQ(kinds(d), 111); }
    (void)gpu;
  }
  EQ(teams(h, 1), 1); EQ(teams(h, 0), 1); EQ(kinds(h), 11);
#ifdef GPU
  EQ(gpus >= (n > 0), 1);
#else
  EQ(gpus, 0);
#endif
  END;
}
