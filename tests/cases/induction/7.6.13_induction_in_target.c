// flags: -fopenmp-version=60
// gcc: no (induction is new in 6.0)
// OpenMP 6.0 §7.6.13: each iteration begins with the value of the closed form, and
// the original gets the value after the last one; on combined target constructs.
#include <stdio.h>
#define N 1000

static int wrong(const char *what, int i) {
  printf("%s is wrong at %d\n", what, i);
  return 1;
}

int main(void) {
  int bad = 0;
  static long v[N];
  static double d[N];

  // The teams share the original, which one of them writes.
  double x = 1;
  #pragma omp target teams distribute parallel for induction(step(1.0625), *: x) map(from: d)
  for (int i = 0; i < N; i++) {
    d[i] = x;
    x *= 1.0625;
  }
  double want = 1;
  for (int i = 0; i < 40 && !bad; i++, want *= 1.0625)
    if (d[i] < want * (1 - 1e-12) || d[i] > want * (1 + 1e-12))
      bad = wrong("power", i);

  // A collapsed nest counts its collapsed iterations; loops may count down.
  long k = 5;
  int down;
  #pragma omp target parallel for collapse(2) induction(step(-3), +: k) map(from: v) private(down)
  for (down = 20; down > 0; down -= 2)
    for (int j = 0; j < 300; j += 3) {
      v[(20 - down) / 2 * 100 + j / 3] = k;
      k -= 3;
    }
  for (int i = 0; i < N; i++)
    if (v[i] != 5 - 3L * i) {
      bad = wrong("collapse", i);
      break;
    }
  if (k != 5 - 3L * N)
    bad = wrong("the last value", N);

  // Integers wrap round; continue ends an iteration as anywhere.
  unsigned char c = 7;
  unsigned h = 3;
  #pragma omp target teams distribute parallel for simd induction(step(7), *: h) induction(step(2), +: c) map(from: v)
  for (int i = 0; i < N; i++) {
    v[i] = h + c;
    h *= 7;
    c += 2;
    if (i % 3)
      continue;
    v[i] = -v[i];
  }
  unsigned g = 3;
  unsigned char e = 7;
  for (int i = 0; i < N; i++, g *= 7, e += 2) {
    long w = (unsigned)(g + e);
    if (v[i] != (i % 3 ? w : -w)) {
      bad = wrong("wrapping", i);
      break;
    }
  }
  if (h != g || c != e)
    bad = wrong("the last values", N);

  // No iteration: the original keeps its value.
  int none = 4, zero = 0;
  #pragma omp target parallel for induction(step(1), +: none)
  for (int i = 0; i < zero; i++)
    none++;
  if (none != 4)
    bad = wrong("no iteration", 0);
  if (!bad)
    printf("ok\n");
  return bad;
}
