// gcc: no (most of these builtins are clang's)
/* Builtins that headers take where __has_builtin says that the host compiler
 * has them: rotations, reversed bits, carries, counts of any type, alignment. */
#include <stdio.h>
#pragma omp begin declare target
static unsigned turned(unsigned __x, unsigned __n) { return __builtin_rotateleft32(__x, __n) ^ __builtin_bitreverse32(__builtin_bitreverse32(__x)); }
static int forms(unsigned x, unsigned long long q, unsigned char c, double d)
{
  int bad = 0;
  bad += __builtin_rotateleft8(c, 3) != (unsigned char)(c << 3 | c >> 5);
  bad += __builtin_rotateleft16((unsigned short)x, 20) != (unsigned short)((x & 0xffff) << 4 | (x & 0xffff) >> 12);
  bad += __builtin_rotateleft32(x, 0) != x || __builtin_rotateleft32(x, 7) != (x << 7 | x >> 25);
  bad += __builtin_rotateright64(q, x) != (q >> (x & 63) | q << (-x & 63));
  bad += __builtin_bitreverse8(0x16) != 0x68 || __builtin_bitreverse16(1) != 0x8000;
  bad += __builtin_bitreverse32(0x12345678) != 0x1e6a2c48 || __builtin_bitreverse64(3) != 0xc000000000000000;
  bad += turned(x, 9) != ((x << 9 | x >> 23) ^ x);
  unsigned long long out;
  bad += __builtin_addcll(~0ull, 1, 1, &out) != 1 || out != 1;
  unsigned borrow;
  bad += __builtin_subc(0u, 0u, 1u, &borrow) != ~0u || borrow != 1;
  bad += __builtin_clzg(c) != 0 || __builtin_clzg(0u, 77) != 77 || __builtin_ctzg(q) != 2 || __builtin_popcountg(c) != 3;
  bad += __builtin_align_up(x, 16) != ((x + 15) & ~15u) || __builtin_align_down(x, 16) != (x & ~15u) || !__builtin_is_aligned(q, 4);
  char bytes[64], *p = __builtin_align_up(bytes + 1, 32);
  bad += (unsigned long)p % 32 != 0 || p <= bytes;
  bad += __builtin_powi(d, 5) != d * (d * d * d * d) || __builtin_powi(2.0, -3) != 0.125 || __builtin_powif(3.0f, 0) != 1;
  __builtin_nontemporal_store(x + 1, &borrow);
  bad += __builtin_nontemporal_load(&borrow) != x + 1;
  __builtin_memcpy_inline(&borrow, &x, sizeof x);
  bad += borrow != x || __builtin_unpredictable(x == 0);
  if (bad > 100) __builtin_debugtrap();
  return bad;
}
#pragma omp end declare target
int main(void)
{
  int bad = -1;
  unsigned x = 0x89abcdef;
#pragma omp target map(from: bad) firstprivate(x)
  bad = forms(x, 0x123456789abcull, 200, 1.5);
  printf("%s\n", bad == 0 && forms(x, 0x123456789abcull, 200, 1.5) == 0 ? "ok" : "wrong");
  return bad;
}
