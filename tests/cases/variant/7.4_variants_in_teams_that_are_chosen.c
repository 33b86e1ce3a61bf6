// gcc: no (gcc-12 has no metadirective)
/* OpenMP 5.2 §7.1, §7.5: calls and metadirectives in a target region have the context that a metadirective around them chooses. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../check.h"
static int in_t(void) { return 1; }
static int in_p(void) { return 2; }
#pragma omp declare variant(in_t) match(construct = {teams})
#pragma omp declare variant(in_p) match(construct = {parallel})
static int base(void) { return 0; }
#pragma omp declare target enter(in_t, in_p, base)
static int f(int how, int dev, int c2) {
  int r = -1;
#pragma omp target map(tofrom: r) if(dev)
#pragma omp metadirective when(user = {condition(how == 1)}: teams num_teams(1)) when(user = {condition(how == 2)}: parallel num_threads(1)) otherwise(nothing)
  {
#pragma omp metadirective when(construct = {teams}, user = {condition(c2)}: parallel num_threads(1)) otherwise(nothing)
    { int v = base(); r = v + 10 * c2; }
  }
  return r;
}
int main(void) {
  for (int dev = 0; dev < 2; dev++) {
    EQ(f(0, dev, 0), 0); EQ(f(1, dev, 0), 1); EQ(f(2, dev, 0), 2); EQ(f(0, dev, 1), 10); EQ(f(1, dev, 1), 12); EQ(f(2, dev, 1), 12);
  }
  END;
}
