// The types of operations of vectors and of their elements, by the sizes of what is declared with them.
#include <stdio.h>
#pragma omp begin declare target
typedef float v4 __attribute__((vector_size(16)));
typedef int i4 __attribute__((vector_size(16)));
typedef double d2 __attribute__((vector_size(16)));
static int sizes(v4 v, i4 w, d2 d, double x)
{
  __auto_type product = v[0] * x;
  __auto_type sum = w[1] + 1L;
  __typeof__(d[0] + v[1]) mixed = 0.1;
  __typeof__(w < 1) less = w < 1;
  __auto_type chosen = x > 0 ? v[2] : x;
  return (sizeof product == 8) + 2 * (sizeof sum == 8) + 4 * (mixed == 0.1) + 8 * (sizeof less == 16 && less[0] == -1)
    + 16 * (sizeof chosen == 8 && _Alignof(__typeof__(chosen)) == 8) + 32 * (_Alignof(__typeof__(v[3])) == 4) + 64 * (product == 1.5 * 0.1);
}
#pragma omp end declare target

int main(void)
{
  int r = 0;
#pragma omp target map(tofrom: r)
  r = sizes((v4){1.5f}, (i4){0, 2}, (d2){3}, 0.1);
  puts(r == 127 ? "ok" : "wrong");
  return 0;
}
