// gcc: no (it returns the values of these loop variables, as if they were in a map clause)
// The loop variable of a construct with target that no clause lists is the region's own: the host's keeps its value, also
// where the host executes the region. One that a map clause lists has its final value (5.2 §5.1.1, §5.8.1).
#include <stdio.h>

static int u[40], bad;

#define PRAGMA(x) _Pragma(#x)
#define FORM(n, ...) { \
  int i = -1, j = -2; \
  PRAGMA(omp target __VA_ARGS__) \
  for (i = 0; i < 40; i += 4) u[i] += 1; \
  PRAGMA(omp target __VA_ARGS__ collapse(2)) \
  for (i = 0; i < 40; i += 8) for (j = 5; j <= 17; j += 4) u[i + j / 4] += j; \
  if (i != -1 || j != -2) { printf("form %d: %d %d\n", n, i, j); bad = 1; } \
  PRAGMA(omp target __VA_ARGS__ map(tofrom: i)) \
  for (i = 0; i < 40; i += 4) u[i] += 1; \
  if (i != 40) { printf("form %d, mapped: %d\n", n, i); bad = 1; } \
}

int main(void)
{
  FORM(1, simd)
  FORM(2, parallel for simd)
  FORM(3, teams distribute simd)
  FORM(4, teams distribute parallel for simd)
  FORM(5, parallel loop)
  FORM(6, teams loop)
  puts(bad ? "wrong" : "ok");
  return bad;
}
