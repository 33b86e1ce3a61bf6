#include <stdio.h>

static inline double sq(double x) { return x * x; }
static inline __attribute__((always_inline)) double cube(double x) { return x * sq(x); }

int main(void)
{
  double r = 0;
#pragma omp target map(from: r)
  r = sq(3) + cube(2);
  puts(r == 17 ? "ok" : "inline functions");
  return 0;
}
