// flags: -fopenmp-version=60
// gcc: no (does not know dispatch)
// OpenMP 6.0 §9.6.2, §9.6.3, §9.7.1: adjust_args names parameters by their numbers, append_args has the modifiers
// of init, and the interop clause gives the object.
#include <omp.h>
#include <stdio.h>
static int base(int k, int *p, int n);
static int variant(int k, int *p, int n);
static int appended(int k, int *p, int n, omp_interop_t o);
static int where;
static int variant(int k, int *p, int n) {
  int s = 0; where = 1;
  #pragma omp target is_device_ptr(p) map(tofrom: s)
  for (int i = 0; i < n; i++) s += p[i] * k;
  return s;
}
#pragma omp declare_variant(variant) match(construct={dispatch}) adjust_args(need_device_ptr: 2) adjust_args(nothing: 1, 3)
static int base(int k, int *p, int n) { int s = 0; where = 2; for (int i = 0; i < n; i++) s += p[i] * k; return s; }
static int appended(int k, int *p, int n, omp_interop_t o) { where = o != omp_interop_none ? 3 : 4; return n; }
#pragma omp declare variant(appended) match(construct={dispatch}) append_args(interop(targetsync, prefer_type("level_zero", "hip", "cuda")))
static int base2(int k, int *p, int n) { where = 5; return n; }
int main(void) {
  int a[4] = {1, 2, 3, 4}, r, bad = 0;
  #pragma omp target data map(a)
  {
    #pragma omp dispatch
    r = base(2, a, 4);
  }
  if (r != 20 || where != 1) bad++, printf("%d %d\n", r, where);
  r = base(2, a, 4);
  if (r != 20 || where != 2) bad++, printf("%d %d\n", r, where);
  #pragma omp dispatch novariants(1)
  r = base(2, a, 4);
  if (r != 20 || where != 2) bad++, printf("%d %d\n", r, where);
  #pragma omp dispatch
  r = base2(1, a, 4);
  if (where != 3 && where != 4) bad++, printf("append %d\n", where);
  omp_interop_t o = omp_interop_none;
  #pragma omp interop init(targetsync: o)
  #pragma omp dispatch interop(o)
  r = base2(1, a, 4);
  if (where != 3 && where != 4) bad++, printf("interop %d\n", where);
  #pragma omp interop destroy(o)
  if (!bad)
    puts("ok");
  return bad;
}
