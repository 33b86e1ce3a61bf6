// host: gcc
// Checked arithmetic on 128-bit integers of both signs, and of the precision of a bit-field (gcc 6.56);
// typeof of operations of vectors.
#include <stdio.h>
typedef int v4 __attribute__((vector_size(16)));
typedef float f4 __attribute__((vector_size(16)));
#pragma omp declare target
struct bits { int a : 5; unsigned b : 3; };
static int all(long long *o)
{
  int n = 0;
  __int128 x;
  unsigned __int128 u;
  long l;
  struct bits s = { 1, 1 };
  v4 a = { 1, -2, 3, 4 };
  f4 f = { 0.5f, 1.5f, 2.5f, 3.5f };
#define CHECK(op, p, q, r) do { int over = __builtin_##op##_overflow(p, q, &r); o[n++] = over; o[n++] = (long long)((unsigned __int128)r >> 64); o[n++] = (long long)r; } while (0)
  CHECK(add, (unsigned __int128)-1, 1, u);
  CHECK(add, (unsigned __int128)-1, -1, u);
  CHECK(add, (unsigned __int128)-1, (unsigned __int128)-1, x);
  CHECK(sub, (__int128)0, (unsigned __int128)1 << 127, x);
  CHECK(sub, (__int128)-1, (unsigned __int128)1 << 127, x);
  CHECK(mul, (unsigned __int128)1 << 127, -1, x);
  CHECK(mul, (unsigned __int128)1 << 127, -2, x);
  CHECK(mul, (__int128)-5, (unsigned __int128)7, u);
  CHECK(mul, (__int128)1 << 100, (unsigned __int128)1 << 100, l);
  CHECK(mul, (unsigned __int128)-1, (__int128)-1, l);
  CHECK(add, 5, (unsigned __int128)3, l);
  o[n++] = __builtin_add_overflow_p(10, 10, s.a) + 10 * __builtin_add_overflow_p(10, 5, s.a) + 100 * __builtin_mul_overflow_p(2, 4, s.b) + 1000 * __builtin_sub_overflow_p(3, 4, s.b);
  o[n++] = __builtin_add_overflow_p(10, 10, (s.a = 2)) * 0 + s.a + 10 * __builtin_mul_overflow_p(1L << 40, 1L << 40, (__int128)0);
  __typeof__(a + a) w = a + a;
  __typeof__(f * 2) g = f * 2;
  __auto_type m = a < 2;
  o[n++] = w[0] + 10 * w[3];
  o[n++] = (int)(g[1] + g[3]) + 100 * sizeof g;
  o[n++] = m[0] + 2 * m[1] + 4 * m[2] + sizeof m;
  return n;
}
#pragma omp end declare target
static long long host[64], device[64];
int main(void)
{
  int n = all(host), m = 0, bad = 0;
  #pragma omp target map(tofrom: device, m)
  m = all(device);
  if (n != m) bad = 1;
  for (int i = 0; i < n; i++)
    if (host[i] != device[i]) printf("%d: %lld, not %lld\n", i, device[i], host[i]), bad = 1;
  if (!bad) printf("ok\n");
  return bad;
}
