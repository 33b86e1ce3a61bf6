#include <stdio.h>

struct range { int lo, hi; };

#pragma omp declare reduction(join: struct range: omp_out.lo = omp_in.lo < omp_out.lo ? omp_in.lo : omp_out.lo, \
                              omp_out.hi = omp_in.hi > omp_out.hi ? omp_in.hi : omp_out.hi) \
    initializer(omp_priv = {1000000, -1000000})

int main(void)
{
  struct range r = {1000000, -1000000};
#pragma omp target teams distribute parallel for reduction(join: r) map(tofrom: r)
  for (int i = 0; i < 1000; i++) {
    int v = (i * 7919) % 5003 - 100;
    if (v < r.lo)
      r.lo = v;
    if (v > r.hi)
      r.hi = v;
  }
  int lo = 1000000, hi = -1000000;
  for (int i = 0; i < 1000; i++) {
    int v = (i * 7919) % 5003 - 100;
    lo = v < lo ? v : lo;
    hi = v > hi ? v : hi;
  }
  puts(r.lo == lo && r.hi == hi ? "ok" : "a user-defined reduction");
  return 0;
}
