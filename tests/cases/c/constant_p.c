// What __builtin_constant_p knows after inlining, types that are compatible with
// enumerations, alignment of functions.
#include <stdio.h>
enum a { a0, a1 };
enum b { b0, b1 };
typedef enum { t0, t1 } t;
typedef enum a again;
#pragma omp begin declare target
static int known(int x) { return __builtin_constant_p(x); }
static int next(int x) { return __builtin_constant_p(x + 1) ? 10 : 20; }
static int effects(int *n) { return __builtin_constant_p((*n)++); }
void wide(void) __attribute__((aligned(256)));
void wide(void) { }
static void plain(void) { }
#pragma omp end declare target
#ifdef __OPTIMIZE__
#define OPTIMIZED 1
#else
#define OPTIMIZED 0
#endif
int main(void)
{
  int r[24] = { 0 }, n = 3;
  #pragma omp target map(tofrom: r, n)
  {
    r[0] = known(1);
    r[1] = known(n);
    r[2] = next(1);
    r[3] = next(n);
    r[4] = effects(&n);
    r[5] = __builtin_constant_p("text");
    r[6] = __builtin_constant_p(3 * 4);
    r[7] = __builtin_types_compatible_p(enum a, enum b);
    r[8] = __builtin_types_compatible_p(enum a, again);
    r[9] = __builtin_types_compatible_p(const enum a, enum a);
    r[10] = __builtin_types_compatible_p(t, enum a);
    r[11] = __builtin_types_compatible_p(t, unsigned);
    r[12] = __builtin_types_compatible_p(t, int);
    r[13] = __builtin_types_compatible_p(enum b, long);
    r[14] = __builtin_types_compatible_p(t, t);
    r[15] = __alignof__(wide);
    r[16] = __alignof__(plain) <= 4;
    r[17] = sizeof(plain);
  }
  const int want[24] = { OPTIMIZED ? 1 : r[0], 0, OPTIMIZED ? 10 : r[2], 20, 0, 1, 1, 0, 1, 1, 0, 1, 0, 0, 1, 256, 1, 1 };
  int wrong = n != 3;
  for (int i = 0; i < 24; i++)
    if (r[i] != want[i]) printf("%d: %d\n", i, r[i]), wrong = 1;
  if (!wrong) printf("ok\n");
  return wrong;
}
