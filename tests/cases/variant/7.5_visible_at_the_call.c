// flags: -Wno-omp-late-variant
// gcc: no (gcc-12 replaces calls in front of the directive, too)
/* OpenMP 5.2 §7.5: a variant is a candidate where its directive is visible at the call. */
#include <stdio.h>

static int f(void);
static int g(void) { return 2; }
static int h(void) { return 3; }
#pragma omp declare target to(f, g, h)

static int early(void)
{
  int r = 0, d = 0;
#pragma omp parallel num_threads(2)
#pragma omp master
  r = f();
#pragma omp target parallel num_threads(2) map(tofrom: d)
#pragma omp master
  d = f();
  return 10 * r + d;
}

#pragma omp declare variant(g) match(construct = {parallel})
static int f(void);

static int between(void)
{
  int r = 0;
#pragma omp parallel num_threads(2)
  {
#pragma omp for
    for (int i = 0; i < 1; i++)
      r = f();
  }
  return r;
}

#pragma omp declare variant(h) match(construct = {parallel, for})
static int f(void) { return 1; }

static int late(void)
{
  int r = 0, d = 0;
#pragma omp parallel num_threads(2)
#pragma omp for
  for (int i = 0; i < 1; i++)
    r = f();
#pragma omp target parallel for map(tofrom: d)
  for (int i = 0; i < 1; i++)
    d = f();
  return 10 * r + d;
}

int main(void)
{
  int e = early(), b = between(), l = late();
  if (e == 11 && b == 2 && l == 33)
    puts("ok");
  else
    printf("%d %d %d\n", e, b, l);
  return 0;
}
