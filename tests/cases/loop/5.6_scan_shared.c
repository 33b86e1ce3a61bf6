// only: device
// gcc: no (gcc-12 has no inscan on combined target constructs, and crashes over arrays)
/* OpenMP 5.2 §5.6: the threads of a team scan together, in functions that are called
 * from a region as well as in the region, for worksharing loops with and without simd, collapsed
 * loops, and list items of any type. Thread numbers are recorded: one thread alone would
 * have all iterations. */
#include <complex.h>
#include <omp.h>
#include <stdio.h>
#include <string.h>

enum { N = 3000 };

/* Appending does not commute: digits must come in the order of the iterations. */
struct words {
  unsigned long hash;
  int length;
};

static struct words append(struct words a, struct words b)
{
  struct words r = {a.hash, a.length + b.length};
  for (int i = 0; i < b.length; i++)
    r.hash *= 31;
  r.hash += b.hash;
  return r;
}
#pragma omp declare target(append)
#pragma omp declare reduction(append : struct words : omp_out = append(omp_out, omp_in)) initializer(omp_priv = (struct words){0, 0})
#pragma omp declare reduction(last : int : omp_out = omp_in < 0 ? omp_out : omp_in) initializer(omp_priv = -1)

static int who_in[N], who_out[N];
#pragma omp declare target(who_in, who_out)

static void sums(int n, const int *a, long *inc, double *exc)
{
  static long s;
  static double d;
#pragma omp single
  {
    s = 1000;
    d = 0.25;
  }
#pragma omp for reduction(inscan, +: s)
  for (int i = 0; i < n; i++) {
    who_in[i] = omp_get_thread_num();
    s += a[i];
#pragma omp scan inclusive(s)
    inc[i] = s;
    who_out[i] = omp_get_thread_num();
  }
#pragma omp for simd reduction(inscan, +: d)
  for (int i = n - 1; i >= 0; i--) {
    exc[i] = d;
#pragma omp scan exclusive(d)
    d += a[i];
  }
#pragma omp master
  inc[n] = s;
}
#pragma omp declare target(sums)

static int together(int n, int threads)
{
  int shared = 0;
  for (int t = 0; t < threads; t++) {
    int has = 0;
    for (int i = 0; i < n; i++)
      has |= who_in[i] == t;
    shared += has;
  }
  for (int i = 0; i < n; i++)
    if (who_in[i] != who_out[i])
      return printf("iteration %d: input by thread %d, scan by %d\n", i, who_in[i], who_out[i]);
  if (shared != (n < threads ? n : threads))
    return printf("%d iterations were shared by %d threads of %d\n", n, shared, threads);
  return 0;
}

static int a[N];

static int orphaned(int n, int asked)
{
  static long inc[N + 1];
  static double exc[N];
  int bad = 0, threads = 0;
#pragma omp target map(to: a) map(from: inc, exc, threads)
#pragma omp parallel num_threads(asked)
  {
#pragma omp single
    threads = omp_get_num_threads();
    sums(n, a, inc, exc);
  }
#pragma omp target update from(who_in, who_out)
  bad += together(n, threads);
  long s = 1000;
  double d = 0.25;
  for (int i = 0; i < n; i++)
    bad += inc[i] != (s += a[i]);
  bad += inc[n] != s;
  for (int i = n - 1; i >= 0; d += a[i], i--)
    bad += exc[i] != d;
  if (bad)
    printf("a function, %d iterations, %d threads: %d wrong\n", n, threads, bad);
  return bad;
}

/* Called outside of a parallel region, and in one that is nested. */
static int alone(int n)
{
  static long inc[N + 1];
  static double exc[N];
  int bad = 0;
  for (int nested = 0; nested < 2; nested++) {
    memset(inc, 0, sizeof inc);
#pragma omp target map(to: a) map(tofrom: inc, exc)
    if (nested)
#pragma omp parallel num_threads(2)
#pragma omp master
#pragma omp parallel num_threads(4)
      sums(n, a, inc, exc);
    else
      sums(n, a, inc, exc);
    long s = 1000;
    for (int i = 0; i < n; i++)
      bad += inc[i] != (s += a[i]);
    bad += inc[n] != s;
  }
  if (bad)
    printf("alone, %d iterations: %d wrong\n", n, bad);
  return bad;
}

static int declared(int n, int asked)
{
  static struct words inc[N];
  static int exc[N];
  struct words w = {7, 1}, all = {7, 1};
  int recent = -5, count = 10, bad = 0, threads = 0, final = -1;
#pragma omp target parallel for num_threads(asked) reduction(inscan, append: w) reduction(+: count) lastprivate(final) \
    map(to: a) map(from: inc, threads) map(tofrom: w, count)
  for (int i = 0; i < n; i++) {
    struct words own = {i + a[i], 1};
    who_in[i] = omp_get_thread_num();
    count += a[i];
    w = append(w, own);
    final = a[i];
#pragma omp scan inclusive(w)
    inc[i] = w;
    who_out[i] = omp_get_thread_num();
    if (i == 0)
      threads = omp_get_num_threads();
    if (i % 2)
      continue;
    count++;
  }
#pragma omp target update from(who_in, who_out)
  bad += together(n, threads);
#pragma omp target parallel for num_threads(asked) reduction(inscan, last: recent) map(to: a) map(from: exc) map(tofrom: recent)
  for (int i = 0; i < n; i++) {
    exc[i] = recent;
#pragma omp scan exclusive(recent)
    if (a[i] == 3)
      recent = i;
  }
  int r = -5, c = 10;
  for (int i = 0; i < n; i++) {
    struct words own = {i + a[i], 1};
    all = append(all, own);
    c += a[i] + (i % 2 == 0);
    bad += inc[i].hash != all.hash || inc[i].length != all.length || exc[i] != r;
    if (a[i] == 3)
      r = i;
  }
  bad += w.hash != all.hash || w.length != n + 1 || recent != r || count != c || final != a[n - 1];
  if (bad)
    printf("declared, %d iterations, %d threads: %d wrong\n", n, threads, bad);
  return bad;
}

static int others(int asked)
{
  enum { R = 37, C = 61, K = 3 };
  static int inc[R][C];
  static float _Complex turned[R * C];
  static long per[R][K];
  long sum[K] = {5, 6, 7}, want[K] = {5, 6, 7};
  float _Complex z = 1;
  int s = -1, bad = 0;
#pragma omp target parallel for simd collapse(2) num_threads(asked) reduction(inscan, +: s) map(to: a) map(from: inc) map(tofrom: s)
  for (int i = 0; i < R; i++)
    for (short j = 0; j < C; j++) {
      s += a[i * C + j];
#pragma omp scan inclusive(s)
      inc[i][j] = s;
    }
#pragma omp target map(from: turned) map(tofrom: z)
#pragma omp parallel for num_threads(asked) reduction(inscan, *: z)
  for (int i = 0; i < R * C; i++) {
    z *= i % 2 ? I : -1;
#pragma omp scan inclusive(z)
    turned[i] = z;
  }
#pragma omp target parallel for num_threads(asked) reduction(inscan, +: sum) map(to: a) map(from: per) map(tofrom: sum)
  for (int i = 0; i < R; i++) {
    for (int k = 0; k < K; k++)
      per[i][k] = sum[k];
#pragma omp scan exclusive(sum)
    for (int k = 0; k < K; k++)
      sum[k] += a[i] * k;
  }
  int t = -1;
  float _Complex y = 1;
  for (int i = 0; i < R * C; i++) {
    bad += inc[i / C][i % C] != (t += a[i]);
    y *= i % 2 ? I : -1;
    bad += turned[i] != y;
  }
  for (int i = 0; i < R; i++)
    for (int k = 0; k < K; want[k] += a[i] * k, k++)
      bad += per[i][k] != want[k];
  bad += s != t || z != y || memcmp(sum, want, sizeof sum);
  if (bad)
    printf("other types, %d threads: %d wrong\n", asked, bad);
  return bad;
}

int main(void)
{
  int bad = 0;
  for (int i = 0; i < N; i++)
    a[i] = i * 7919 % 11;
  int counts[] = {1, 3, 4, 31, 33, 257, N};
  for (unsigned k = 0; k < sizeof counts / sizeof *counts; k++)
    for (int threads = 1; threads < 200; threads = threads * 4 + 1)
      bad += orphaned(counts[k], threads) + declared(counts[k], threads);
  for (int threads = 1; threads < 200; threads = threads * 5 + 2)
    bad += others(threads);
  bad += alone(1) + alone(100);
  puts(bad ? "a scan by several threads" : "ok");
  return 0;
}
