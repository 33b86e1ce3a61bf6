// flags: -std=gnu2y -w
// gcc: no (gcc 12 knows no type as the controlling operand)
// Generic selections by a type, whose qualifiers count, and selections that are assigned to.
#include <stdio.h>
#pragma omp begin declare target
typedef struct p { int a; } P;
typedef const int constant;
#define KIND(T) _Generic(T, int: 1, const int: 2, volatile int: 3, int *: 4, int *const: 5, const int *: 6, P: 7, const P: 8, int[3]: 9, float: 11, default: 12)
static int kinds(int *r)
{
  const int x = 3;
  int y, n = 0;
  r[n++] = KIND(int), r[n++] = KIND(const int), r[n++] = KIND(typeof(x)), r[n++] = KIND(int *), r[n++] = KIND(int *const);
  r[n++] = KIND(const int *), r[n++] = KIND(P), r[n++] = KIND(const struct p), r[n++] = KIND(int[3]), r[n++] = KIND(constant);
  r[n++] = KIND(float), r[n++] = KIND(double), r[n++] = KIND(volatile int), r[n++] = KIND(y), r[n++] = KIND((P){ 0 }), r[n++] = KIND(P *);
  return n;
}
static int assigned(void)
{
  int a, x = 1;
  double d = 2;
  _Generic(x, int: x, default: d) = 7;
  a = x;
  _Generic(d, int: x, double: d) += 7;
  _Generic(d, float: x, default: d)++;
  a += d * 100;
  (_Generic(x, int: x)) -= 1;
  return a + x * 10000 + _Generic(x, int: x, default: d);
}
#pragma omp end declare target
int main(void)
{
  int r[20], n, a, wrong = 0;
  #pragma omp target map(from: r, n, a)
  n = kinds(r), a = assigned();
  static const int want[] = { 1, 2, 2, 4, 5, 6, 7, 8, 9, 2, 11, 12, 3, 1, 7, 12 };
  for (int i = 0; i < n; i++)
    if (r[i] != want[i]) printf("%d: %d\n", i, r[i]), wrong = 1;
  if (n != sizeof want / sizeof *want || a != 61013) printf("%d %d\n", n, a), wrong = 1;
  if (!wrong) printf("ok\n");
  return wrong;
}
