// gcc: no (gcc-12 refuses several of these forms and types)
// OpenMP 5.2 §15.8.4: forms and types of atomic constructs in host code that gcc 12 or clang 19 refuse, crash
// over or get wrong: captured writes, comparisons, parentheses, complex numbers, _Bool, bit-fields.
#include <complex.h>
#include <stdbool.h>
#include <stdio.h>

enum { N = 4000 };
static int failed;

static void expect(const char *what, long got, long want)
{
  if (got == want)
    return;
  printf("%s: %ld, not %ld\n", what, got, want);
  failed = 1;
}

typedef struct {
  unsigned low : 5;
  int count : 15;
  unsigned high : 9;
  bool set : 1;
} packed_t;

static long sum(const long *a)
{
  long s = 0;
  for (int i = 0; i < N; i++)
    s += a[i];
  return s;
}

/* Every value but the last is captured once. */
static void captured(void)
{
  static long before[N], after[N], steps[N];
  long x = 0, y = 0, count = 0;
  packed_t p = {21, 0, 300, 0};
#pragma omp parallel for num_threads(4)
  for (int i = 0; i < N; i++) {
    long old;
#pragma omp atomic capture
    { old = x; x = i + 1; }
    before[i] = old;
#pragma omp atomic capture seq_cst
    { y = i + 1; after[i] = y; }
#pragma omp atomic capture
    steps[i] = (count += 2);
#pragma omp atomic
    p.count++;
  }
  expect("before", sum(before) + x, N * (N + 1L) / 2);
  expect("written", sum(after), N * (N + 1L) / 2);
  expect("steps", sum(steps), N * (N + 1L));
  expect("bit-field", p.count == N && p.low == 21 && p.high == 300, 1);
#pragma omp atomic capture
  x = y = 7;
#pragma omp atomic capture
  count = (p.count = -5);
  expect("bit-field written", p.count == -5 && count == -5 && p.low == 21 && p.high == 300, 1);
  expect("v = x = expr", x == 7 && y == 7, 1);
}

static void compared(void)
{
  static int order[N];
  int most = -1, least = N, turn = 0;
  float largest = -1;
  double smallest = 1e9;
  packed_t p = {7, 0, 1, 0};
  unsigned char small = 0;
  int *last = 0;
#pragma omp parallel for num_threads(4)
  for (int i = 0; i < N; i++) {
    int now;
#pragma omp atomic compare
    most = (most < i) ? i : most;
#pragma omp atomic compare acquire
    if (i < least) least = i;
#pragma omp atomic compare capture acq_rel
    now = largest = largest < i ? i : largest;
    if (now < i)
      expect("captured maximum", now, i);
#pragma omp atomic compare release
    smallest = i < smallest ? i : smallest;
#pragma omp atomic compare
    if (p.count < i) { p.count = i; }
#pragma omp atomic compare weak fail(relaxed) relaxed
    if (0 == last) { last = &order[i]; }
    unsigned char was, next;
    do {
#pragma omp atomic read
      was = small;
      next = was + 1;
      int won;
#pragma omp atomic compare capture
      { won = small == was; if (won) { small = next; } else { was = small; } }
      if (won)
        break;
    } while (1);
    if (i % 4 == 0) {
      int got;
#pragma omp atomic compare capture
      if (turn == i) turn = -1; else got = turn;
      (void)got;
    }
  }
  expect("maximum", most, N - 1);
  expect("minimum", least, 0);
  expect("float", largest, N - 1);
  expect("double", smallest, 0);
  expect("bit-field", p.count == N - 1 && p.low == 7 && p.high == 1, 1);
  expect("pointer", last >= order && last < order + N, 1);
  expect("compare and swap", small, N % 256);
}

static void types(void)
{
  bool b = 0, was;
  packed_t p = {1, 2, 3, 0};
  float complex z = 0, seen;
  double complex w = 0;
  long double l = 0;
  volatile int v = 0;
#pragma omp parallel for num_threads(4)
  for (int i = 1; i <= N; i++) {
#pragma omp atomic
    z += 1 - 2 * I;
#pragma omp atomic
    w = i + w;
#pragma omp atomic compare
    l = l < i ? i : l;
#pragma omp atomic
    v = 1 - v;
#pragma omp atomic
    b += i;
#pragma omp atomic
    p.set++;
  }
#pragma omp atomic read
  seen = z;
#pragma omp atomic write
  z = 3 * I;
#pragma omp atomic capture
  was = b--;
  expect("complex float", crealf(seen) == N && cimagf(seen) == -2 * N && cimagf(z) == 3, 1);
  expect("complex double", creal(w), N * (N + 1L) / 2);
  expect("long double", l, N);
  expect("volatile", v, 0);
  expect("_Bool", was == 1 && b == 0, 1);
  expect("_Bool bit-field", p.set == 1 && p.low == 1 && p.count == 2 && p.high == 3, 1);
}

static void in_metadirectives(int n)
{
  int x = 1, v = 0;
#pragma omp metadirective when(user = {condition(n > 2)} : atomic capture) otherwise(atomic capture seq_cst)
  v = x = 9;
#pragma omp metadirective when(implementation = {vendor(gnu)} : atomic compare capture) otherwise(atomic compare capture seq_cst)
  v = x = x < n + 10 ? n + 10 : x;
  expect("metadirective", v == n + 10 && x == v, 1);
}

int main(void)
{
  captured();
  compared();
  types();
  in_metadirectives(1);
  in_metadirectives(3);
#pragma omp target map(failed)
  failed |= 0;
  puts(failed ? "wrong" : "ok");
  return failed;
}
