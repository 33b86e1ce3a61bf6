// gcc: no (these builtins are clang's)
// clang's atomic operations of a scope, counts of bits of every type, __PRETTY_FUNCTION__ with types.
#include <stdio.h>
#include <string.h>
#pragma omp begin declare target
struct s { int x; };
typedef struct s S;
typedef unsigned long size;
static char names[2000];
static void add(const char *s) { strcat(names, s), strcat(names, "\n"); }
static inline const S *const g(size n, const char *restrict p, int a[3], S v, int (*cb)(int, void *), unsigned x, long int y, struct s *z, int m[][4], ...) { add(__PRETTY_FUNCTION__); return 0; }
static int (*h(int a))(int) { add(__PRETTY_FUNCTION__); return 0; }
__attribute__((noinline)) static long long unsigned k(void) { add(__PRETTY_FUNCTION__); return 0; }
static int n(int w, void *q, int vl[w]) { add(__PRETTY_FUNCTION__); return 0; }
static _Bool b(_Bool b, float _Complex c, volatile int *volatile p, signed char sc, __int128 i, size_t z, short int w, unsigned long int u, int fn(char), const char *const *argv) { add(__PRETTY_FUNCTION__); return 0; }
static int scoped(int *a)
{
  int x, e = 6;
  __scoped_atomic_fetch_add(a, 3, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
  __scoped_atomic_load(a, &x, __ATOMIC_ACQUIRE, __MEMORY_SCOPE_SYSTEM);
  __scoped_atomic_store_n(a, x + __scoped_atomic_load_n(a, __ATOMIC_SEQ_CST, __MEMORY_SCOPE_WRKGRP), __ATOMIC_RELEASE, __MEMORY_SCOPE_SINGLE);
  int swapped = __scoped_atomic_compare_exchange_n(a, &e, 10, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST, __MEMORY_SCOPE_WVFRNT);
  int old = __scoped_atomic_exchange_n(a, 20, __ATOMIC_ACQ_REL, __MEMORY_SCOPE_DEVICE);
  return swapped + old * 10 + __scoped_atomic_or_fetch(a, 3, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE) * 1000;
}
static int counts(unsigned __int128 v)
{
  return __builtin_clzg(v << 64) + __builtin_ctzg(v << 70) + __builtin_popcountg(v) + __builtin_clzg((unsigned short)0, 77) + __builtin_clzg((unsigned char)1)
    + __builtin_clzg(v) + __builtin_ctzg((unsigned)8);
}
#pragma omp end declare target
int main(void)
{
  char host[2000];
  int r[3] = { 0 }, wrong = 0;
  #pragma omp target map(tofrom: r)
  {
    int a = 0;
    r[0] = scoped(&a);
    r[1] = counts(1);
    S v = { 0 };
    names[0] = 0;
    g(1, 0, 0, v, 0, 1, 1, 0, 0), h(1), k(), n(1, 0, 0), b(0, 0, 0, 0, 0, 0, 0, 0, 0, 0), add(__PRETTY_FUNCTION__);
  }
  #pragma omp target map(from: host)
  memcpy(host, names, sizeof host);
  S v = { 0 };
  names[0] = 0;
  g(1, 0, 0, v, 0, 1, 1, 0, 0), h(1), k(), n(1, 0, 0), b(0, 0, 0, 0, 0, 0, 0, 0, 0, 0), add(__PRETTY_FUNCTION__);
  if (strcmp(host, names)) printf("device:\n%shost:\n%s", host, names), wrong = 1;
  if (r[0] != 23101 || r[1] != 63 + 70 + 1 + 77 + 7 + 127 + 3) printf("%d %d\n", r[0], r[1]), wrong = 1;
  if (!wrong) printf("ok\n");
  return wrong;
}
