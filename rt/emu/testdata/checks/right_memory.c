// Uses of memory and numbers that look wrong and are right: nothing may be found in
// them.
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 1024

static int a[N], failed;

static void expect(const char *name, long got, long want)
{
  if (got != want) {
    printf("%s: %ld, not %ld\n", name, got, want);
    failed = 1;
  }
}

struct padded { char c; double d; short s; };

// Structures with padding are copied byte by byte, compared and passed.
#pragma omp begin declare target
static double by_value(struct padded x) { return x.d + x.c; }
#pragma omp end declare target

static void padding(void)
{
  struct padded from[8], to[8];
  memset(from, 0, sizeof from);
  double sum = 0;
#pragma omp target map(to: from) map(from: to) map(tofrom: sum)
  for (int i = 0; i < 8; i++) {
    struct padded x, y;
    x.c = 1, x.d = i, x.s = 2;
    memcpy(&y, &x, sizeof y);
    memcpy(&to[i], &y, sizeof y);
    sum += by_value(y) + from[i].d;
  }
  expect("padding", sum, 36);
}

// Only some members of a union have been written.
static void part_of_union(void)
{
  int n = 0;
#pragma omp target map(tofrom: n)
  {
    union { char small; long large[4]; } u, v;
    u.small = 7;
    v = u;
    n = v.small;
  }
  expect("union", n, 7);
}

// strlen, memchr and strcpy at the end of what is mapped.
static void strings(void)
{
  char text[13] = "twelve chars", copy[13];
  int n = 0;
#pragma omp target map(to: text) map(from: copy) map(tofrom: n)
  {
    n = strlen(text);
    strcpy(copy, text);
    n += strcmp(copy, text) == 0;
  }
  expect("strings", n + strlen(copy), 25);
}

// An address behind the array is computed and compared, but not accessed.
static void one_past(void)
{
  int sum = 0;
#pragma omp target map(to: a) map(tofrom: sum)
  {
    const int *end = a + N;
    for (const int *p = a; p != end; p++)
      sum += *p;
  }
  int want = 0;
  for (int i = 0; i < N; i++)
    want += a[i];
  expect("one past", sum, want);
}

// A section that begins in the middle of an array: its pointer is before what is mapped.
static void section(void)
{
  int *p = calloc(100, sizeof *p), sum = 0;
  for (int i = 0; i < 100; i++)
    p[i] = i;
#pragma omp target map(to: p[60:40]) map(tofrom: sum)
  for (int i = 60; i < 100; i++)
    sum += p[i];
  expect("section", sum, 40 * (60 + 99) / 2);
  free(p);
}

// Division by what may be zero is guarded.
static void guarded(void)
{
#pragma omp target teams distribute parallel for map(tofrom: a)
  for (int i = 0; i < N; i++) {
    int d = i % 3;
    a[i] = d ? 100 / d + 7 % d : -1;
  }
  expect("guarded", a[0] + a[1] + a[2], -1 + 100 + 51);
}

// Infinities, NaN and subnormal numbers are no errors.
static void floats(void)
{
  double r[4];
#pragma omp target map(from: r)
  {
    volatile double zero = 0, tiny = 4e-324;
    r[0] = 1 / zero;
    r[1] = zero / zero;
    r[2] = tiny / 2;
    r[3] = tiny;
  }
  expect("floats", isinf(r[0]) && isnan(r[1]) && r[2] == 0 && r[3] > 0, 1);
}

// Shifts and wrapping of unsigned numbers.
static void wrapping(void)
{
  unsigned u = 0;
  unsigned long l = 0;
#pragma omp target map(tofrom: u, l)
  {
    u = UINT_MAX;
    u += 2;
    l = 0ul - 1;
    l = l * l + (l >> 63);
  }
  expect("wrapping", u + l, 3);
}

// Memory that is allocated, freed and allocated again.
static void again(void)
{
  int sum = 0;
#pragma omp target map(tofrom: sum)
  for (int i = 1; i < 50; i++) {
    int *p = calloc(i, sizeof *p), *q = malloc(8);
    *q = i;
    p = realloc(p, 2 * i * sizeof *p);
    sum += p[i - 1] + *q;
    free(q);
    free(p);
  }
  expect("again", sum, 49 * 50 / 2);
}

// A pointer to a variable of the stack is passed down.
#pragma omp begin declare target
static void fill(int *p, int n)
{
  for (int i = 0; i < n; i++)
    p[i] = i;
}

static int sum_of(const int *p, int n) { return n ? p[n - 1] + sum_of(p, n - 1) : 0; }
#pragma omp end declare target

static void stack(void)
{
#pragma omp target teams distribute parallel for map(tofrom: a)
  for (int i = 0; i < 64; i++) {
    int x[16];
    fill(x, i % 16);
    a[i] = sum_of(x, i % 16);
  }
  expect("stack", a[15], 105);
}

// The words of a double.
static void words(void)
{
  double d = 1.5;
  unsigned hi = 0;
#pragma omp target map(to: d) map(tofrom: hi)
  {
    unsigned w[2];
    memcpy(w, &d, sizeof d);
    hi = w[1];
  }
  expect("words", hi, 0x3ff80000);
}

// A bit field beside another one.
static void bits(void)
{
  struct { unsigned x : 5, y : 11, z : 16; } f[32];
  memset(f, 0, sizeof f);
#pragma omp target teams distribute parallel for map(tofrom: f)
  for (int i = 0; i < 32; i++) {
    f[i].x = i;
    f[i].y = 2 * i;
    f[i].z = 3 * i;
  }
  expect("bits", f[31].x + f[31].y + f[31].z, 6 * 31);
}

// Zero elements, and pointers that are not used.
static void nothing(void)
{
  int *p = NULL, n = 0, r = 5;
#pragma omp target map(tofrom: p[:n], r)
  {
    for (int i = 0; i < n; i++)
      r += p[i];
    if (p)
      r = p[0];
    free(p);
  }
  expect("nothing", r, 5);
}

// A flexible array member, and a copy of the head alone.
static void flexible(void)
{
  struct list { int n; int v[]; } *l = malloc(sizeof *l + 10 * sizeof(int));
  char *bytes = (char *)l;
  int sum = 0;
  l->n = 10;
  for (int i = 0; i < 10; i++)
    l->v[i] = i;
#pragma omp target map(to: bytes[:sizeof *l + 10 * sizeof(int)]) map(tofrom: sum)
  {
    struct list *m = (struct list *)bytes, head = *m;
    for (int i = 0; i < head.n; i++)
      sum += m->v[i];
  }
  expect("flexible", sum, 45);
  free(l);
}

int main(void)
{
  for (int i = 0; i < N; i++)
    a[i] = i;
  padding();
  part_of_union();
  strings();
  one_past();
  section();
  guarded();
  floats();
  wrapping();
  again();
  stack();
  words();
  bits();
  nothing();
  flexible();
  puts(failed ? "wrong" : "ok");
  return failed;
}
