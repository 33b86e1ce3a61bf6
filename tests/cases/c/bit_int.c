// flags: -std=c2x -w
// gcc: no (gcc 12 has no _BitInt)
// C23's bit-precise integers: conversions, arithmetic of narrow and wide ones, bit-fields, constants, layouts, parameters, selections by type.
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#pragma omp begin declare target
typedef unsigned _BitInt(77) u77;
typedef unsigned _BitInt(256) u256;
struct record {
  _BitInt(20) a : 7;
  unsigned _BitInt(20) b : 20;
  _BitInt(200) c : 150;
  _BitInt(40) d : 36;
  _BitInt(37) e[3];
  unsigned _BitInt(3) f;
  __int128 g : 100;
  _BitInt(100) h;
};
_Static_assert((unsigned _BitInt(4))17 == 1, "wraps");
_Static_assert(0x1ffffffffffffffffffffffffuwb > 5, "wide");
_BitInt(37) numbers[3] = { 1wb, -5, 1LL << 36 };
_BitInt(65) unsigned ones = 0x1ffffffffffffffffuwb;
enum { THREE = 3wb, FIVE };

static u77 product(u77 a, u77 b) { return a * b; }
static u256 powers(u256 a, int n)
{
  for (int i = 0; i < n; i++)
    a = a * a + 12345678901234567890123456789wb % 77wb;
  return a;
}
static _BitInt(3) narrow(_BitInt(5) x, unsigned char y) { return x + y; }
static long total(int n, ...)
{
  va_list l;
  va_start(l, n);
  long s = 0;
  while (n--)
    s = s * 3 + (long)va_arg(l, _BitInt(90)) + va_arg(l, _BitInt(9));
  va_end(l);
  return s;
}

static void records(struct record *r)
{
  r->a += 60; r->a++; r->b -= 3; r->d = -r->d;
  r->c = r->c * 123456789123456789wb;
  r->e[1] = r->e[0] / 2 - r->e[2] * 1000000;
  r->f = r->f + 3; r->g = (__int128)1 << 90; r->g--;
  r->h = r->h >> 3; r->h *= 1000000007;
}

static int arithmetic(unsigned long *o)
{
  int k = 0;
  u77 m = product(0x123456789abcdef0ull, 0x9876543210fedcbaull);
  o[k++] = m; o[k++] = m >> 64;
  u256 b = powers(3, 7), q = b / 1000000000000000000000000000000000000000007uwb, r = b % 98765432109876543210987654321uwb;
  for (int i = 0; i < 256; i += 64) { o[k++] = b >> i; o[k++] = q >> i; o[k++] = r >> i; }
  _BitInt(37) x = 0x1000000000; x = x - 1; o[k++] = x;
  o[k++] = (double)b / 1e60; o[k++] = (float)(m >> 3) / 1e10f; o[k++] = (long)((double)-(_BitInt(200))(b >> 60) / 1e45);
  o[k++] = (_BitInt(200))1e40 / 1000000000000000000000wb; o[k++] = (_BitInt(100))-1e20 / 3wb; o[k++] = (_BitInt(300))3.75f; o[k++] = (_BitInt(300))-0.5;
  o[k++] = sizeof(m + 1) + 100 * sizeof x + 10000 * sizeof b + 1000000 * sizeof(x + 1L);
  o[k++] = numbers[0] + numbers[1] + numbers[2]; o[k++] = ones == 0x1ffffffffffffffffuwb;
  unsigned _BitInt(3) w = 7; w++; o[k++] = w; o[k++] = w - 1; w = 5; o[k++] = (unsigned _BitInt(3))(w << 1);
  _Bool t = x; o[k++] = t + !w + (x ? 1 : 2) + (w && x);
  o[k++] = narrow(-3, 200); o[k++] = total(2, (_BitInt(90))-70000, (_BitInt(9))-4, (_BitInt(90))5, (_BitInt(9))6);
  _BitInt(7) neg = -64; o[k++] = (neg >> 2) + (unsigned char)neg; float f = neg; o[k++] = (long)f; neg = 31.7f; o[k++] = neg;
  _BitInt(17) *p = (_BitInt(17)[]){ 1, -2, THREE + FIVE }; o[k++] = p[1] * p[2];
  _BitInt(70) *z = 0; o[k++] = (unsigned long)(z + 3);
  typedef _BitInt(32) v4 __attribute__((vector_size(16)));
  v4 v = { 1, 2, 3, 4 }; v = v * v + 1; o[k++] = v[3];
  _BitInt(40) ov; o[k++] = __builtin_add_overflow(0x7fffffffffL, 1, &ov); o[k++] = ov;
  o[k++] = __builtin_clzg((unsigned _BitInt(100))1) + __builtin_ctzg((unsigned _BitInt(37))16) * 100 + __builtin_popcountg((u256)-1) * 10000 + __builtin_clzg((unsigned _BitInt(7))0, 33) * 100000;
  static _BitInt(99) kept = -0x1ffffffffffffffffffffffwb; o[k++] = kept < 0;
  return k;
}

static int choices(_BitInt(200) x)
{
  switch (x) {
  case 0xfffffffffffffffffffffffffffwb: return 1;
  case 5: return 2;
  case 7 ... 0xfffffffffffffffffffffwb: return 3;
  case -1wb: return 4;
  }
  return 0;
}

#define KIND(x) _Generic((x), int: 1, unsigned: 2, long: 3, unsigned long: 4, _BitInt(20): 5, _BitInt(7): 6, _BitInt(32): 7, unsigned _BitInt(20): 8, \
  unsigned _BitInt(32): 9, _BitInt(40): 10, unsigned _BitInt(40): 11, __int128: 12, _BitInt(128): 13, double: 14, _BitInt(200): 15, default: 16)
static int kinds(unsigned long *o)
{
  int k = 0;
  struct record r = {};
  _BitInt(20) b20 = 1; _BitInt(32) b32 = 2; unsigned _BitInt(32) ub32 = 3; _BitInt(40) b40 = 4; unsigned _BitInt(40) ub40 = 5;
  _BitInt(128) b128 = 6; unsigned _BitInt(20) ub20 = 7; _BitInt(8) b8 = 8;
  int list[] = { KIND(r.a), KIND(+r.b), KIND(r.c), KIND(r.a++), KIND(r.a = 1), KIND(b20 + 1), KIND(b20 + b20), KIND(-b20), KIND(b32 + 1), KIND(ub32 + 1), KIND(b32 + 1u),
    KIND(b40 + 1), KIND(b40 + 1u), KIND(ub40 + 1), KIND(ub40 + 1L), KIND(b40 + ub40), KIND(ub32 + b40), KIND(b128 + (__int128)1), KIND(ub20 + 'a'), KIND(b20 << 1L),
    KIND(1 << b20), KIND(b20 + 1.0), KIND(b20 < b32), KIND(1 ? b20 : 1), KIND(1 ? b20 : b32), KIND(3wb), KIND(64wb), KIND(b20++), KIND(b20 += 1.0), KIND(ub20 + b20), KIND(~b20), KIND(!b20) };
  for (int i = 0; i < sizeof list / sizeof *list; i++)
    o[k++] = list[i];
  __auto_type u1 = b20 + 1; auto u2 = b20 + b8; typeof(ub40 + 1) u3 = -1;
  u1 = ~0u; u2 = (1 << 20) - 1;
  o[k++] = sizeof u1 + sizeof u2 * 10 + sizeof u3 * 100; o[k++] = u1 + u2 + u3;
  return k;
}

static int work(unsigned long *o, struct record *r)
{
  records(r);
  int k = arithmetic(o);
  k += kinds(o + k);
  o[k++] = choices(5) + 10 * choices(-1) + 100 * choices(99) + 1000 * choices(0xfffffffffffffffffffffffffffwb) + 10000 * choices(6);
  o[k++] = sizeof(struct record) + 1000 * _Alignof(struct record) + 100000 * _Alignof(_BitInt(128)) + 10000000 * sizeof(_BitInt(129));
  return k;
}
#pragma omp end declare target

int main(void)
{
  unsigned long host[160], device[160], got = 0;
  struct record h, d;
  memset(&h, 0, sizeof h);
  h.a = 1; h.b = 2; h.c = 3; h.d = 4; h.e[0] = 5; h.e[1] = 6; h.e[2] = 7; h.f = 7; h.h = -1;
  d = h;
  _BitInt(11) small = -77;
  _BitInt(150) large = 0x123456789abcdef0123456789wb, sum = 0;
  int n = work(host, &h), k = 0;
#pragma omp target map(from: device) map(tofrom: d, k, got) firstprivate(small, large)
  {
    k = work(device, &d);
    got = small + large % 1000;
  }
#pragma omp target teams distribute parallel for reduction(+: sum) map(tofrom: sum)
  for (_BitInt(12) i = 0; i < 1000; i++)
    sum += large * i;
  int bad = k != n || memcmp(&h, &d, sizeof h) || got != small + large % 1000 || sum != large * 499500;
  for (int i = 0; i < n; i++)
    if (host[i] != device[i])
      printf("value %d is %lx, not %lx\n", i, device[i], host[i]), bad++;
  if (!bad)
    puts("ok");
  return bad != 0;
}
