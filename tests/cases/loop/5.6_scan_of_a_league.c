// flags: -Wno-omp-inscan-distribute
// gcc: no (an extension)
/* OpenMP 5.2 §5.6, extended to the teams of a league: inclusive and exclusive scans of several list items, of
 * structures, with combiners that do not commute, of collapsed and triangular nests, and of any number of iterations. */
#include <stdio.h>

enum { N = 20011 };
static int a[N], sums[N], tops[N], rows[N];
static double halves[N];
static unsigned char last[N];

typedef struct { /* the composition of x -> k x + c, modulo 2^32 */
  unsigned k, c;
} map;
#pragma omp declare reduction(then : map : omp_out = (map){omp_out.k * omp_in.k, omp_out.c * omp_in.k + omp_in.c}) \
    initializer(omp_priv = (map){1, 0})

typedef struct {
  char pad[120];
  long v;
} large;
#pragma omp declare reduction(add : large : omp_out.v += omp_in.v) initializer(omp_priv = (large){{0}, 0})

static unsigned after[N];
static long wide[N];

static int several(int n)
{
  int s = 5, top = -1, bad = 0, end = -7;
  double h = 0.5;
#pragma omp target teams distribute parallel for reduction(inscan, +: s, h) reduction(inscan, max: top) \
    map(to: a) map(from: sums, tops, halves) map(tofrom: s, h, top) lastprivate(end)
  for (int i = 0; i < n; i++) {
    s += a[i];
    h += 0.25 * a[i];
    if (a[i] + i / 9 > top)
      top = a[i] + i / 9;
#pragma omp scan inclusive(s, h, top)
    sums[i] = s;
    halves[i] = h;
    tops[i] = top;
    end = i;
  }
  int s1 = 5, top1 = -1;
  for (int i = 0; i < n; i++) {
    s1 += a[i];
    top1 = a[i] + i / 9 > top1 ? a[i] + i / 9 : top1;
    bad += sums[i] != s1 || halves[i] != 0.5 + 0.25 * (s1 - 5) || tops[i] != top1;
  }
  return bad + (s != s1 || top != top1 || n > 0 && end != n - 1);
}

static int declared(int n)
{
  map m = {3, 1}, m1 = m;
  large l = {{0}, 2};
  long l1 = 2;
  unsigned char c = 9, c1 = 9;
  int bad = 0;
#pragma omp target teams distribute parallel for num_threads(64) num_teams(3) reduction(inscan, then: m) reduction(inscan, +: c) \
    map(to: a) map(from: after, last) map(tofrom: m, c)
  for (int i = n - 1; i >= 0; i--) {
    after[i] = m.k ^ m.c;
    last[i] = c;
#pragma omp scan exclusive(m, c)
    m = (map){m.k * (2 * a[i] + 1), m.c * (2 * a[i] + 1) + i};
    c += a[i];
  }
  for (int i = n - 1; i >= 0; i--) {
    bad += after[i] != (m1.k ^ m1.c) || last[i] != c1;
    m1 = (map){m1.k * (2 * a[i] + 1), m1.c * (2 * a[i] + 1) + i};
    c1 += a[i];
  }
  int some = n % 3000;
#pragma omp target teams distribute parallel for simd thread_limit(20) num_teams(9) reduction(inscan, add: l) map(to: a) map(from: wide) map(tofrom: l)
  for (int i = 0; i < some; i++) {
    l.v += a[i];
#pragma omp scan inclusive(l)
    wide[i] = l.v;
  }
  for (int i = 0; i < some; i++)
    bad += wide[i] != (l1 += a[i]);
  return bad + (m.k != m1.k || m.c != m1.c || c != c1 || l.v != l1);
}

static int nests(int n)
{
  int s = 1, s1 = 1, t = 2, t1 = 2, bad = 0;
#pragma omp target map(to: a) map(from: sums, rows) map(tofrom: s, t)
#pragma omp teams shared(s, t)
  {
#pragma omp distribute parallel for collapse(2) reduction(inscan, +: s)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < 7; j++) {
        sums[7 * i + j] = s;
#pragma omp scan exclusive(s)
        s += a[i] + j;
      }
#pragma omp distribute parallel for collapse(2) reduction(inscan, +: t)
    for (int i = 0; i < 40; i++)
      for (int j = 0; j < i; j++) {
        t += a[i] + j;
#pragma omp scan inclusive(t)
        rows[i * 40 + j] = t;
      }
  }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 7; j++) {
      bad += sums[7 * i + j] != s1;
      s1 += a[i] + j;
    }
  for (int i = 0; i < 40; i++)
    for (int j = 0; j < i; j++)
      bad += rows[i * 40 + j] != (t1 += a[i] + j);
  return bad + (s != s1 || t != t1);
}

/* What the teams do not share: arrays, and loops in branches. */
static int one_team(int n)
{
  int v[3] = {1, 2, 3}, v1[3] = {1, 2, 3}, s = 4, s1 = 4, bad = 0;
#pragma omp target teams distribute parallel for reduction(inscan, +: v) map(to: a) map(from: sums) map(tofrom: v)
  for (int i = 0; i < n; i++) {
    v[i % 3] += a[i];
#pragma omp scan inclusive(v)
    sums[i] = v[0] + v[1] + v[2];
  }
#pragma omp target teams map(to: a) map(from: tops) map(tofrom: s)
  if (n > 0) {
#pragma omp distribute parallel for reduction(inscan, +: s)
    for (int i = 0; i < n; i++) {
      s += a[i];
#pragma omp scan inclusive(s)
      tops[i] = s;
    }
  }
  for (int i = 0; i < n; i++) {
    v1[i % 3] += a[i];
    bad += sums[i] != v1[0] + v1[1] + v1[2] || tops[i] != (s1 += a[i]);
  }
  return bad + (v[0] != v1[0] || v[1] != v1[1] || v[2] != v1[2] || s != s1);
}

static int loop(int n)
{
  int s = 6, s1 = 6, bad = 0;
#pragma omp target teams loop reduction(inscan, +: s) map(to: a) map(from: sums) map(tofrom: s)
  for (int i = 0; i < n; i++) {
    s += a[i];
#pragma omp scan inclusive(s)
    sums[i] = s;
  }
  for (int i = 0; i < n; i++)
    bad += sums[i] != (s1 += a[i]);
  return bad + (s != s1);
}

int main(void)
{
  int sizes[] = {0, 1, 2, 257, 2049, N}, bad = 0;
  for (int i = 0; i < N; i++)
    a[i] = i * 7 % 11;
  for (int k = 0; k < 6; k++) {
    int n = sizes[k];
    bad += several(n) + declared(n) + loop(n);
    if (k == 3 || k == 5)
      bad += nests(n / 7) + one_team(n % 997);
  }
  puts(bad ? "wrong prefixes" : "ok");
  return bad != 0;
}
