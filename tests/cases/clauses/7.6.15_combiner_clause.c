// gcc: no (a feature of 6.0)
// flags: -fopenmp-version=60
// The combiner of a declare reduction as a clause (6.0 §7.6.14, §7.6.15).
#include <stdio.h>

struct pair { int lo, hi; };
#pragma omp declare reduction(span: struct pair) combiner(omp_out.lo = omp_in.lo < omp_out.lo ? omp_in.lo : omp_out.lo, omp_out.hi = omp_in.hi > omp_out.hi ? omp_in.hi : omp_out.hi) initializer(omp_priv = omp_orig)

int main(void)
{
  struct pair p = {50, 50};
#pragma omp target teams distribute parallel for map(tofrom: p) reduction(span: p)
  for (int i = 0; i < 100; i++) {
    int v = i * 7 % 100;
    if (v < p.lo)
      p.lo = v;
    if (v > p.hi)
      p.hi = v;
  }
  puts(p.lo == 0 && p.hi == 99 ? "ok" : "wrong");
  return 0;
}
