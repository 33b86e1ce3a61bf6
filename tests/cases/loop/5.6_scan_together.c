// only: device
// gcc: no (gcc-12 has no inscan on combined target constructs)
/* OpenMP 5.2 §5.6: scans of several types and operators by teams of several
 * sizes, and the last iteration's. */
#include <stdio.h>

enum { N = 1003 };

static int wrong(int threads)
{
  static double x[N], sum[N];
  static int hi[N], low[N], twice[N];
  double s = 0.5, check = 0.5;
  int most = -5, from = 7, last = -1, bad = 0;
  unsigned char bits = 0;
  static unsigned char seen[N];
  for (int i = 0; i < N; i++)
    x[i] = (i * 37 % 101) * 0.25;
#pragma omp target parallel for num_threads(threads) reduction(inscan, +: s) reduction(inscan, max: most) reduction(inscan, |: bits) \
    map(to: x) map(from: sum, hi, twice, seen) lastprivate(last)
  for (int i = 0; i < N; i++) {
    int mine = (int)(x[i] * 4);
    s += x[i];
    most = mine > most ? mine : most;
    bits |= i == 500 ? 4 : i == 20 ? 1 : 0;
#pragma omp scan inclusive(s, most, bits)
    sum[i] = s;
    hi[i] = most;
    twice[i] = 2 * (int)(x[i] * 4);
    seen[i] = bits;
    last = i;
  }
  int top = -5;
  for (int i = 0; i < N; i++) {
    check += x[i];
    int mine = (int)(x[i] * 4);
    top = mine > top ? mine : top;
    bad += sum[i] != check || hi[i] != top || twice[i] != 2 * mine || seen[i] != (i >= 500 ? 5 : i >= 20);
  }
  bad += s != check || most != top || last != N - 1 || bits != 5;
#pragma omp target map(tofrom: from) map(from: low)
#pragma omp parallel num_threads(threads)
  {
#pragma omp for reduction(inscan, +: from) nowait
    for (int i = N - 1; i >= 0; i--) {
      low[i] = from;
#pragma omp scan exclusive(from)
      if (i % 3 == 0)
        from += i;
    }
  }
  int want = 7;
  for (int i = N - 1; i >= 0; i--) {
    bad += low[i] != want;
    want += i % 3 == 0 ? i : 0;
  }
  return bad + (from != want);
}

int main(void)
{
  int bad = 0;
  for (int threads = 1; threads < 300; threads = threads * 3 + 1)
    bad += wrong(threads);
  bad += wrong(64) + wrong(256) + wrong(100);
  puts(bad ? "a scan by several threads" : "ok");
  return 0;
}
