// gcc: no (gcc-12 has no metadirective)
/* OpenMP 5.2 §7.4: the statement of a metadirective, which the host has once for each variant that the running program
 * may choose, can have labels. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../check.h"
static int body(int how, int n) {
  int r = 0;
#pragma omp metadirective when(user = {condition(how == 1)}: parallel num_threads(1)) when(user = {condition(how == 2)}: masked) otherwise(nothing)
  {
    int i = 0;
  again:
    if (i < n) {
      i++;
      if (i == 3) goto skip;
      r += i;
    skip:
      goto again;
    }
    struct two { int a, b; } t = {r, i};
    r = t.a + t.b;
  }
  return r;
}
static int counted(int how) {
  static int calls;
  int r = 0;
#pragma omp metadirective when(user = {condition(how == 1)}: parallel num_threads(1)) otherwise(nothing)
  {
    calls++;
    r = calls;
  }
  return r;
}
static int onDevice(int how, int n) {
  int r = 0;
#pragma omp target map(tofrom: r)
#pragma omp metadirective when(user = {condition(how == 1)}: teams num_teams(1)) when(user = {condition(how == 2)}: parallel num_threads(1)) otherwise(nothing)
  {
    int i = 0;
  again:
    if (i < n) {
      i++;
      if (i == 3) goto skip;
      r += i;
    skip:
      goto again;
    }
    switch (n) { case 1: r += 100; break; default: r += 200; }
  }
  return r;
}
static int deviceCounted(int how) {
  static int calls;
  int r = 0;
#pragma omp target map(tofrom: r, calls)
#pragma omp metadirective when(user = {condition(how == 1)}: teams num_teams(1)) otherwise(nothing)
  {
    calls++;
    r = calls;
  }
  return r;
}
int main(void) {
  for (int h = 0; h < 3; h++) { EQ(body(h, 5), 12 + 5); EQ(onDevice(h, 5), 212); EQ(onDevice(h, 1), 101); }
  EQ(counted(0), 1); EQ(counted(1), 2); EQ(counted(0), 3);
  EQ(deviceCounted(0), 1); EQ(deviceCounted(1), 2); EQ(deviceCounted(0), 3);
  END;
}
