#include <stdio.h>

static const int weights[4] = {1, 10, 100, 1000};
static const struct { int n; double x; } conf = {3, 0.5};

int main(void)
{
  /* Implicitly mapped, but nothing may be written back: the host's copy is read-only. */
  double s = 0;
#pragma omp target map(tofrom: s)
  for (int i = 0; i < 4; i++)
    s += weights[i] * conf.x * conf.n;
  puts(s == 1666.5 ? "ok" : "implicitly mapped const data");
  return 0;
}
