// gcc: no (gcc-12 loses iterations of such steps)
// Increments of unsigned variables are unsigned, also where a bound or step needs the highest bit.
#include <stdio.h>
#include <limits.h>
int main(void) { int bad = 0, c = 0; unsigned char b; unsigned m = 3u; unsigned long L = 1ul << 33;
  #pragma omp parallel for reduction(+: c)
  for (unsigned i = 0; i < UINT_MAX - 4u; i += UINT_MAX / 3u) c++;
  int w = 0; for (unsigned long i = 0; i < UINT_MAX - 4u; i += UINT_MAX / 3u) w++;
  bad |= c != w; c = 0;
  #pragma omp target teams distribute parallel for reduction(+: c) map(tofrom: c)
  for (unsigned i = UINT_MAX - 1; i > 100u; i -= UINT_MAX / 5u) c++;
  w = 0; for (long i = UINT_MAX - 1; i > 100; i -= UINT_MAX / 5u) w++;
  bad |= (c != w) * 2; c = 0;
  #pragma omp target parallel for reduction(+: c) map(tofrom: c)
  for (unsigned long i = 0; i < 10 * L; i += L) c++;
  bad |= (c != 10) * 4; c = 0;
  #pragma omp parallel for reduction(+: c) private(b)
  for (b = 250; b > 5; b -= 100) c++;
  bad |= (c != 3) * 8; c = 0;
  #pragma omp parallel for reduction(+: c)
  for (unsigned i = 20; i >= m; i -= m) c++;
  bad |= (c != 6) * 16;
  printf(bad ? "wrong %d\n" : "ok\n", bad); return bad; }
