// only: device
// gcc: no (gcc-12 has no inscan on combined target constructs)
/* OpenMP 5.2 §5.6, §4.4.1: the threads of a team scan the collapsed iterations of nests that are not
 * rectangular together, in their order. Each thread that takes part is recorded: one alone would have
 * all iterations. */
#include <omp.h>
#include <stdio.h>

enum { M = 3000, T = 48 };

static int a[M], out[M], who[M], threads;
#pragma omp declare target(a, out, who, threads)

/* Appending does not commute. */
struct text { unsigned long hash, power; };
static struct text append(struct text x, struct text y)
{
  return (struct text){x.hash * y.power + y.hash, x.power * y.power};
}
#pragma omp declare target(append)
#pragma omp declare reduction(append : struct text : omp_out = append(omp_out, omp_in)) initializer(omp_priv = (struct text){0, 1})

/* The first n elements of out and who belong to the iterations in their order. */
static int check(const char *what, int n, int first, int sum)
{
#pragma omp target update from(who, out, threads)
  int seen[T] = {0}, taken = 0, s = first, bad = 0;
  for (int k = 0; k < n; k++) {
    seen[who[k]] = 1;
    bad += out[k] != (s += a[k]);
  }
  for (int t = 0; t < T; t++)
    taken += seen[t];
  bad += s != sum;
  if (n > 0 && taken != (n < threads ? n : threads))
    bad += printf("%s: %d iterations by %d threads of %d\n", what, n, taken, threads);
  if (bad)
    printf("%s, %d iterations: %d wrong\n", what, n, bad);
  return bad;
}

#define STEP(index) (s += a[index], who[index] = omp_get_thread_num(), threads = omp_get_num_threads())

static int two(int n)
{
  int s = 3, last = -1, bad = 0;
#pragma omp target parallel for num_threads(T) collapse(2) reduction(inscan, +: s) map(tofrom: s, last) lastprivate(last)
  for (int i = 0; i < n; i++)
    for (int j = i; j > 0; j--) {
      STEP(i * (i - 1) / 2 + i - j);
#pragma omp scan inclusive(s)
      out[i * (i - 1) / 2 + i - j] = s;
      last = i * 100 + j;
    }
  int most = n * (n - 1) / 2;
  bad += check("a triangle", most, 3, s);
  if (last != (most ? (n - 1) * 100 + 1 : -1))
    bad += printf("the last of %d rows: %d\n", n, last);

  s = 4;
#pragma omp target parallel for simd num_threads(T) collapse(2) reduction(inscan, +: s) map(tofrom: s)
  for (unsigned char i = 0; i < n; i += 2)
    for (long j = 0; j <= i; j++) {
      STEP(i / 2 * (i / 2) + j);
#pragma omp scan inclusive(s)
      out[i / 2 * (i / 2) + j] = s;
    }
  most = 0;
  for (int i = 0; i < n; i += 2)
    most += i + 1;
  return bad + check("every second row", most, 4, s);
}

/* The loop inside, and the one in the middle, may have no iterations. */
static int three(int n)
{
  static int place[12][12][12];
  int k = 0, s = 7;
  for (int i = 0; i < n; i++)
    for (int j = 4; j < i; j++)
      for (int l = 3; l < 12 - i; l++)
        place[i][j][l] = k++;
#pragma omp target parallel for num_threads(T) collapse(3) reduction(inscan, +: s) map(tofrom: s) map(to: place)
  for (int i = 0; i < n; i++)
    for (int j = 4; j < i; j++)
      for (int l = 3; l < 12 - i; l++) {
        STEP(place[i][j][l]);
#pragma omp scan inclusive(s)
        out[place[i][j][l]] = s;
      }
  return check("three loops", k, 7, s);
}

static int ordered(int n)
{
  static unsigned long hash[M];
  struct text w = {1, 1}, v = w;
#pragma omp target map(tofrom: w) map(from: hash)
#pragma omp parallel num_threads(T)
#pragma omp for collapse(2) reduction(inscan, append: w)
  for (int i = n; i > 0; i--)
    for (int j = 0; j < i; j++) {
      hash[(n - i) * n + j] = w.hash;
#pragma omp scan exclusive(w)
      w.hash = w.hash * 31 + a[i + j];
      w.power *= 31;
    }
  int bad = 0;
  for (int i = n; i > 0; i--)
    for (int j = 0; j < i; j++) {
      bad += hash[(n - i) * n + j] != v.hash;
      v.hash = v.hash * 31 + a[i + j];
      v.power *= 31;
    }
  bad += v.hash != w.hash || v.power != w.power;
  if (bad)
    printf("in order, %d rows: %d wrong\n", n, bad);
  return bad;
}

int main(void)
{
  int bad = 0;
  for (int i = 0; i < M; i++)
    a[i] = i * 7919 % 13;
#pragma omp target update to(a)
  for (int n = 0; n < 12; n++)
    bad += three(n);
  for (int n = 0; n < 60; n += n / 3 + 1)
    bad += two(n);
  bad += ordered(3) + ordered(50);
  puts(bad ? "wrong" : "ok");
  return 0;
}
