// host: gcc
/* _Complex _Float16 and _Complex long double in one file: each has its own size, alignment and arithmetic. */
#include <stdio.h>

typedef _Complex _Float16 half;

static half h = 1.5f16 + 2.0f16 * 1.0fi;
static long double _Complex l = 3.0L;
#pragma omp declare target(h)

static int sizes(void) { return 100 * (int)sizeof h + (int)sizeof l + (int)_Alignof(half); }

int main(void)
{
  int n = 0;
  float re = 0, im = 0;
#pragma omp target map(from: n, re, im)
  {
    half sum = h + h;
    n = sizes();
    re = __real__ sum;
    im = __imag__ sum;
  }
  if (n == 434 && re == 3 && im == 4 && __real__(l * l) == 9)
    puts("ok");
  else
    printf("%d %g %g\n", n, re, im);
  return 0;
}
