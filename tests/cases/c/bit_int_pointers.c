// flags: -std=c23
// gcc: no (gcc 12 has no _BitInt)
// Bit-precise integers whose types have names, beside pointers to them, arrays and functions of them.
#include <stdio.h>
#pragma omp begin declare target
typedef unsigned _BitInt(7) u7;
typedef _BitInt(100) i100;
enum { WIDTH = 3 };
typedef unsigned _BitInt(WIDTH * 3) u9;
__attribute__((visibility("default"))) u7 shown = 127;
static u7 *self(u7 *p) { return p; }
static i100 negated(i100 *const p[1]) { return -**p; }
static void work(int r[8])
{
  u7 v = 100, *p = &v, **pp = &p, a[2] = { 126, 127 }, (*pa)[2] = &a;
  i100 wide = (i100)1 << 96, *pw = &wide;
  u9 nine = 511;
  u9 *pn = &nine;
  v += 60;
  ++*p;
  r[0] = v;
  r[1] = ++(*self(*pp)) + 120;
  r[2] = ++(*pa)[1];
  a[0] += 2;
  r[3] = a[0];
  wide <<= 1;
  r[4] = negated(&pw) > 0;
  ++*pn;
  r[5] = nine;
  shown++;
  r[6] = shown;
  r[7] = sizeof(u7) * 100 + sizeof wide;
}
#pragma omp end declare target
int main(void)
{
  int r[8];
  #pragma omp target map(from: r)
  work(r);
  for (int i = 0; i < 8; i++)
    printf("%d%c", r[i], i == 7 ? '\n' : ' ');
  return 0;
}
