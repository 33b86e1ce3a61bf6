// only: device
// gcc: no (gcc-12 has no inscan on combined target constructs, and crashes over arrays)
/* OpenMP 5.2 §5.6: the threads of a team scan arrays, array sections and structures of any size together,
 * inside of a region and in a function that is called from one. Each thread that takes part is recorded: one alone
 * would have all iterations. */
#include <omp.h>
#include <stdio.h>
#include <string.h>

enum { N = 300, T = 100, K = 5 };

/* Of 264 and of 3000 bytes: parts of a warp's size and more than one window's. Appending does not commute. */
typedef struct { unsigned long hash[32]; unsigned long power; } medium;
typedef struct { char pad[1500]; unsigned long hash, power; char tail[1484]; } large;
static medium join(medium x, medium y)
{
  for (int i = 0; i < 32; i++)
    x.hash[i] = x.hash[i] * y.power + y.hash[i];
  x.power *= y.power;
  return x;
}
static void join_large(large *x, const large *y)
{
  x->hash = x->hash * y->power + y->hash;
  x->power *= y->power;
  x->pad[0] += y->pad[0];
  x->tail[1483] += y->tail[1483];
}
#pragma omp declare target(join, join_large)
#pragma omp declare reduction(join : medium : omp_out = join(omp_out, omp_in)) initializer(omp_priv = (medium){{0}, 1})
#pragma omp declare reduction(join : large : join_large(&omp_out, &omp_in)) initializer(omp_priv = (large){{0}, 0, 1, {0}})
/* What an array's elements are combined by. */
typedef struct { unsigned a, b; } pair;
#pragma omp declare reduction(line : pair : omp_out = (pair){omp_out.a * omp_in.a, omp_out.b * omp_in.a + omp_in.b}) initializer(omp_priv = (pair){1, 0})

static int who[N], threads, a[N];
#pragma omp declare target(who, threads, a)

static int shared(const char *what, int n)
{
#pragma omp target update from(who, threads)
  int seen[T] = {0}, taken = 0;
  for (int i = 0; i < n; i++)
    seen[who[i]] = 1;
  for (int t = 0; t < T; t++)
    taken += seen[t];
  if (taken == (n < threads ? n : threads))
    return 0;
  return printf("%s: %d iterations by %d threads of %d\n", what, n, taken, threads);
}

#define RECORD (threads = omp_get_num_threads(), who[i] = omp_get_thread_num())

static int structures(int n, int asked)
{
  static unsigned long inc[N], top[N], exc[N], sums[N];
  static medium m;
  static large l;
  long sum = 2;
  m = (medium){{1, 2}, 1};
  l = (large){{3}, 4, 1, {0}};
#pragma omp target parallel for num_threads(asked) reduction(inscan, join: m, l) reduction(inscan, +: sum) \
    map(tofrom: m, l, sum) map(from: inc, top, exc, sums)
  for (int i = 0; i < n; i++) {
    RECORD;
    m.hash[0] = m.hash[0] * 31 + a[i];
    m.hash[31] = m.hash[31] * 31 + a[i] + 1;
    m.power *= 31;
    l.hash = l.hash * 17 + a[i];
    l.power *= 17;
    l.pad[0] += 1;
    l.tail[1483] += a[i];
    sum += a[i];
#pragma omp scan inclusive(m, l, sum)
    inc[i] = m.hash[0];
    top[i] = m.hash[31];
    exc[i] = l.hash;
    sums[i] = sum * 1000 + l.pad[0] * 10 + l.tail[1483];
  }
  int bad = shared("structures", n);
  unsigned long h = 1, g = 0, e = 4;
  long s = 2;
  signed char p = 3, q = 0;
  for (int i = 0; i < n; i++) {
    bad += inc[i] != (h = h * 31 + a[i]);
    bad += top[i] != (g = g * 31 + a[i] + 1);
    bad += exc[i] != (e = e * 17 + a[i]);
    s += a[i], p++, q += a[i];
    bad += sums[i] != (unsigned long)(s * 1000 + p * 10 + q);
  }
  bad += m.hash[0] != h || m.hash[31] != g || l.hash != e || sum != s || l.pad[0] != p || l.tail[1483] != q || m.hash[1] != 2 * m.power;
  if (bad)
    printf("structures, %d iterations, %d threads: %d wrong\n", n, asked, bad);
  return bad;
}

static void prefixes(int n, int k, long *s, long (*out)[K])
{
  static pair p[2][3];
  static large before;
#pragma omp single
  {
    for (int i = 0; i < 6; i++)
      p[i / 3][i % 3] = (pair){1, i};
    before = (large){{0}, 5, 1, {0}};
  }
#pragma omp for reduction(inscan, +: s[1:k]) reduction(inscan, line: p)
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < k; j++)
      out[i][j] = s[1 + j] + p[1][2].b;
#pragma omp scan exclusive(s[1:k], p)
    RECORD;
    for (int j = 0; j < k; j++)
      s[1 + j] += a[i] * (j + 1);
    p[1][2].a *= 3;
    p[1][2].b = p[1][2].b * 3 + a[i];
    p[0][0].b += 1;
  }
#pragma omp for reduction(inscan, join: before)
  for (int i = 0; i < n; i++) {
    if (k > 0)
      out[i][0] -= before.hash;
#pragma omp scan exclusive(before)
    before.hash = before.hash * 7 + i;
    before.power *= 7;
  }
#pragma omp master
  s[0] = p[0][0].b + before.hash;
}
#pragma omp declare target(prefixes)

static int arrays(int n, int k, int asked)
{
  static long out[N][K];
  long s[K + 1] = {0, 1, 2, 3, 4, 5}, want[K];
#pragma omp target map(tofrom: s) map(from: out)
#pragma omp parallel num_threads(asked)
  prefixes(n, k, s, out);
  int bad = n ? shared("arrays", n) : 0;
  unsigned b = 5;
  long before = 5;
  for (int j = 0; j < k; j++)
    want[j] = j + 1;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < k; j++)
      bad += out[i][j] != want[j] + b - (j ? 0 : before);
    for (int j = 0; j < k; j++)
      want[j] += a[i] * (j + 1);
    b = b * 3 + a[i];
    before = before * 7 + i;
  }
  for (int j = 0; j < K; j++)
    bad += s[1 + j] != (j < k ? want[j] : j + 1);
  bad += s[0] != n + before;
  if (bad)
    printf("arrays, %d iterations, %d elements, %d threads: %d wrong\n", n, k, asked, bad);
  return bad;
}

int main(void)
{
  int bad = 0, counts[] = {1, 31, 65, N};
  for (int i = 0; i < N; i++)
    a[i] = i * 7919 % 11;
#pragma omp target update to(a)
  for (unsigned c = 0; c < sizeof counts / sizeof *counts; c++)
    for (int t = 1; t <= T; t = t * 3 + 1)
      bad += structures(counts[c], t) + arrays(counts[c], K, t);
  bad += structures(N, T) + arrays(N, 1, T) + arrays(0, K, T) + arrays(N, 0, 64);
  puts(bad ? "wrong" : "ok");
  return 0;
}
