// flags: -std=gnu2x
// gcc: no (gcc 12 does not know the attributes)
/* OpenMP 5.2 §3.1: an attribute behind a name applies to that name alone, one at the beginning to every name. */
#include <stdio.h>

static int fast(int x) { return x + 1000; }
static int quick(int x) { return x + 2000; }
static int nothing, first(int x), second [[omp::decl(declare variant(fast) match(construct={parallel}))]] (int x),
  *third(int *x), fourth [[omp::decl(declare variant(quick) match(construct={parallel}))]] (int x);
[[omp::decl(declare variant(fast) match(construct={parallel}))]] static int fifth(int x), sixth(int x);
[[omp::decl(declare simd notinbranch)]] int seventh(int x), *eighth [[omp::decl(declare simd linear(p))]] (int *p);

static int first(int x) { return x + nothing; }
static int second(int x) { return x; }
static int *third(int *x) { return x; }
static int fourth(int x) { return x; }
static int fifth(int x) { return x; }
static int sixth(int x) { return x; }
int seventh(int x) { return x; }
int *eighth(int *p) { return p; }

int main(void)
{
  int r[8] = {0}, x = 7;
#pragma omp parallel num_threads(1)
  {
    r[0] = first(1), r[1] = second(2), r[2] = *third(&x), r[3] = fourth(4), r[4] = fifth(5), r[5] = sixth(6);
    r[6] = seventh(7), r[7] = *eighth(&x);
  }
  const int want[8] = {1, 1002, 7, 2004, 1005, 1006, 7, 7};
  int failed = second(2) != 2 || fourth(3) != 3;
  for (int i = 0; i < 8; i++)
    if (r[i] != want[i])
      failed = printf("%d is %d, not %d\n", i, r[i], want[i]);
  if (!failed)
    puts("ok");
  return failed;
}
