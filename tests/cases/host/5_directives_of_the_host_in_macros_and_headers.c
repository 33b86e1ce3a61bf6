// flags: -fopenmp-version=60 -w
// gcc: no (most of these directives are new)
// Host directives that host compilers do not know, or get wrong, in macros, headers, branches and
// called functions, several in one function and in one expansion.
#include <omp.h>
#include <stdio.h>
#include "directives_of_the_host.h"
#define N 64
#define NT 3
#define CLAUSES num_threads(NT)
#define MAPIT(v) map(tofrom : v)
#define LOOP(i, n, body) PRAGMA(unroll partial(2)) for (int i = 0; i < n; i++) { body; }
#define TWO(s) PRAGMA(parallel CLAUSES) { PRAGMA(scope reduction(+ : s)) s += 1; } \
  PRAGMA(parallel num_threads(2)) { PRAGMA(masked filter(1)) s += 100; }
#define BOTH(s, i, n) do { PRAGMA(parallel for reduction(+ : s)) TILE(4) for (int i = 0; i < n; i++) s += i; \
   OMP(omp target MAPIT(s)) s += 1000; OMP(omp interchange) for (int i = 0; i < 2; i++) for (int j = 0; j < 3; j++) s += j; } while (0)
#include "../check.h"

static int f(int n) {
  int s = 0;
#pragma omp \
  parallel \
  for reduction(+ \
  : s) \
  num_threads(NT)
  for (int i = 0; i < n; i++) s += i;
  return s;
}
static void variant_b(int *p) { *p = 2; }
#pragma omp declare variant(variant_b) match(construct={dispatch})
static void base(int *p) { *p = 1; }

static int several(int n) {
  int s = 0, t = 0, u = 0;
  LOOP(i, n, s += i)
  LOOP(j, n, t += j)
  if (n > 3)
    LOOP(k, n, u += k)
  else
    u = -1;
  return s + t + u;
}
static int meta(int par) {
  int s = 0;
#pragma omp metadirective when(user={condition(par)}: parallel num_threads(2) reduction(+:s)) otherwise(nothing)
  s += 1;
  return s;
}
int main(void) {
  int s = 0;
  EQ(header_sum(10), 45);
  EQ(header_scope(), 3);
  EQ(header_dev(10), 45);
  EQ(f(10), 45);
  TWO(s); EQ(s, 103);
  s = 0; BOTH(s, i, 10); EQ(s, 45 + 1000 + 6);
  EQ(several(5), 30); EQ(several(2), 1+1-1);
  EQ(meta(1), 2); EQ(meta(0), 1);
  int d = 0;
#pragma omp dispatch
  base(&d);
  EQ(d, 2);
  base(&d); EQ(d, 1);
  int r[6] = {0}, k = 0;
#pragma omp reverse
  for (int i = 0; i < 6; i++) r[i] = k++;
  EQ(r[0], 5); EQ(r[5], 0);
  k = 0;
#pragma omp fuse
  {
    for (int i = 0; i < 3; i++) k = k * 10 + 1;
    for (int i = 0; i < 2; i++) k = k * 10 + 2;
  }
  EQ(k, 12121);
  int a[4][5], q = 0;
#pragma omp tile sizes(2, 2)
  for (int i = 0; i < 4; i++) for (int j = 0; j < 5; j++) a[i][j] = q++;
  EQ(a[1][1], 3); EQ(a[0][2], 4);
#pragma omp parallel for collapse(2)
#pragma omp tile sizes(2, 2)
  for (int i = 0; i < 4; i++) for (int j = 0; j < 5; j++) a[i][j] = i * 5 + j;
  EQ(a[3][4], 19);
  s = 0;
#pragma omp parallel num_threads(2)
#pragma omp masked taskloop reduction(+: s)
  for (int i = 0; i < 10; i++) s += i;
  EQ(s, 45);
  s = 0;
#pragma omp parallel masked taskloop simd reduction(+: s) num_threads(2)
  for (int i = 0; i < 10; i++) s += i;
  EQ(s, 45);
  int last = 7;
#pragma omp parallel num_threads(2)
#pragma omp masked taskloop lastprivate(last)
  for (int i = 0; i < 10; i++) last = i;
  EQ(last, 9);
  s = 0;
#pragma omp parallel loop reduction(+: s)
  for (int i = 0; i < 10; i++) s += i;
  EQ(s, 45);
  s = 0;
  for (int rep = 0; rep < 2; rep++)
    PFOR for (int i = 0; i < 4; i++) {
      OMP(omp atomic) s++; }
  EQ(s, 8);
  s = 0;
  if (s == 0) PRAGMA(parallel num_threads(2) reduction(+:s)) s++; else s = 77;
  EQ(s, 2);
  s = 0;
  if (s == 0)
#pragma omp unroll full
    for (int i = 0; i < 4; i++) s++;
  else s = 99;
  EQ(s, 4);
  switch (s) { case 4: PRAGMA(unroll partial(3)) for (int i = 0; i < 4; i++) s++; break; default: s = 0; }
  EQ(s, 8);
  s = 0;
lab: PRAGMA(unroll) for (int i = 0; i < 4; i++) s++;
  if (s < 5) goto lab;
  EQ(s, 8);
#pragma omp assume holds(s == 8)
  { EQ(s, 8); }
#pragma omp nothing
  printf(errors ? "bad\n" : "ok\n");
  return errors != 0;
}
