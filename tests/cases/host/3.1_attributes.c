// flags: -fopenmp-version=60
// gcc: no (gcc-12 ignores the attributes)
// Directives as attributes, also on declarations, in sequences and from macros (5.2 §3.1).
#include <stdio.h>
#include <omp.h>
#include "../check.h"
int a[20];
[[omp::decl(threadprivate)]] static int tp;
[[omp::decl(declare target enter)]] int dt = 5;
int dt2 = 6;
[[omp::directive(declare target enter(dt2))]];
int one_more(int x) { return x + 1; }
static int same [[omp::sequence(decl(declare variant(one_more) match(construct={parallel})), decl(declare_target))]] (int x) { return x; }
struct pair { int x; };
[[nodiscard]] [[omp::decl(declare simd uniform(p))]] static int first(struct pair *p) { return p->x; }
#define SIMD(x) [[omp::decl(declare simd x)]]
#define VARIANT omp::decl(declare variant(one_more) match(construct={parallel}))
SIMD(linear(x)) static int twice SIMD(uniform(x)) (int x) { return 2 * x; }
[[omp::decl(declare simd)]] SIMD(simdlen(4)) [[VARIANT]] static inline int thrice [[omp::sequence(decl(declare simd uniform(x)), omp::decl(declare simd linear(x)))]] (int x) { return 3 * x; }
#define D(x) [[omp::directive(x)]]
#define PF D(parallel for)
int main(void) {
  int s = 0, n = 10;
  [[omp::directive(parallel for reduction(+: s))]]
  for (int i = 0; i < n; i++) s += i;
  EQ(s, 45);
  [[omp::directive(target teams distribute parallel for map(tofrom: a))]]
  for (int i = 0; i < 20; i++) a[i] = i;
  EQ(a[19], 19);
  s = 0;
  [[omp::sequence(directive(parallel num_threads(2)), directive(for reduction(+: s)))]]
  for (int i = 0; i < n; i++) s += i;
  EQ(s, 45);
  s = 0;
  [[omp::sequence(omp::directive(target map(tofrom: s)), directive(parallel for reduction(+: s)))]]
  for (int i = 0; i < n; i++) s += i;
  EQ(s, 45);
  s = 0;
  [[using omp: directive(parallel for reduction(+: s))]]
  for (int i = 0; i < n; i++) s += i;
  EQ(s, 45);
  s = 0;
  [[using omp: sequence(directive(parallel), directive(for reduction(+: s)))]]
  for (int i = 0; i < n; i++) s += i;
  EQ(s, 45);
  s = 0;
  PF for (int i = 0; i < n; i++) [[omp::directive(atomic)]] s++;
  EQ(s, 10);
  [[omp::directive(parallel num_threads(2))]] { [[omp::directive(barrier)]]; [[omp::directive(single)]] { s = 3; } [[omp::directive(critical)]] { s++; } }
  EQ(s, 5);
  [[omp::directive(target map(from: s))]] { s = dt + dt2; }
  EQ(s, 11);
  tp = 4;
  [[omp::directive(parallel copyin(tp) num_threads(3) reduction(+: n))]] n += tp;
  EQ(n, 22);
  s = 0;
  if (n) [[omp::directive(tile sizes(2))]] for (int i = 0; i < 5; i++) s++; else s = 99;
  EQ(s, 5);
  static int kept [[gnu::aligned(16)]] [[omp::decl(threadprivate)]];
  [[omp::directive(parallel num_threads(1))]] EQ(same(1), 2);
  EQ(same(1), 1);
  struct pair p = {3};
  EQ(first(&p), 3);
  EQ(twice(4) + thrice(5), 23);
  puts(errors ? "bad" : "ok");
  return errors != 0;
}
