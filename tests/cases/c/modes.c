// Attribute mode (GNU C): the type is the mode's, with the signedness that is written.
#include <stdio.h>
#include <sys/types.h>
typedef int i8 __attribute__((mode(QI)));
typedef unsigned u8 __attribute__((__mode__(__QI__)));
typedef unsigned int __attribute__((mode(HI))) u16;
typedef __attribute__((mode(DI))) int i64;
typedef int word __attribute__((mode(word)));
typedef unsigned int u128 __attribute__((mode(TI)));
typedef float f64 __attribute__((mode(DF)));
typedef float _Complex c64 __attribute__((mode(DC)));
typedef int vec __attribute__((mode(V4SI)));
struct packet { u8 kind; u16 size; i64 time; int small __attribute__((mode(QI))); };
#pragma omp begin declare target
static u16 next(u16 x, i8 y __attribute__((unused)), int z __attribute__((mode(DI)))) { return x + 1 + (z >> 32); }
static long sizes(void) { return sizeof(i8) + 10 * sizeof(u16) + 100 * sizeof(i64) + 1000 * sizeof(word) + 10000 * sizeof(f64) + 100000 * sizeof(c64) + 10000000 * sizeof(vec); }
#pragma omp end declare target
int main(void)
{
  long r[10] = { 0 };
  struct packet p = { 1, 2, 3, 4 };
  #pragma omp target map(tofrom: r, p)
  {
    u8 a = 255;
    i8 b = -1;
    u128 big = (u128)1 << 100;
    unsigned n __attribute__((mode(HI))) = 65535;
    vec v = { 1, 2, 3, 4 };
    register_t reg = 1L << 40;
    f64 d = 1;
    a++, n++;
    v += v;
    r[0] = a, r[1] = b, r[2] = (long)(big >> 90), r[3] = n, r[4] = v[3], r[5] = reg >> 38, r[6] = next(65535, 0, 1L << 33);
    r[7] = sizes();
    r[8] = d / 3 == 1.0 / 3;
    p.small = 300, p.time = 1L << 50, p.kind += 255;
    r[9] = p.small + p.kind + (p.time >> 48) + sizeof p;
  }
  const long want[10] = { 0, -1, 1024, 0, 8, 4, 2, 161688821, 1, 44 + 0 + 4 + 24 };
  int wrong = 0;
  for (int i = 0; i < 10; i++)
    if (r[i] != want[i]) printf("%d: %ld\n", i, r[i]), wrong = 1;
  if (!wrong) printf("ok\n");
  return wrong;
}
