// flags: -std=gnu2x
// gcc: no (these forms are new)
// C23: elements of u8 literals, parameters that are all variable, variable length arrays with empty braces.
#include <stdio.h>
#include <stdarg.h>
#include <string.h>
#pragma omp begin declare target
typedef struct { int a; double b; } pair;
static int sum(...)
{
  va_list ap;
  va_start(ap);
  int n = va_arg(ap, int), s = 0;
  for (int i = 0; i < n; i++) s += va_arg(ap, int);
  s += (int)va_arg(ap, double);
  va_end(ap);
  return s;
}
static int (*pointer)(...) = sum;
static int literals(void)
{
  static unsigned char a[] = u8"\xfe\u00e9z";
  char b[2] = u8"ab";
  const unsigned char *p = u8"\xff" "\xee";
  struct { unsigned char c[4]; } s = { u8"xyz" };
  return _Generic(u8"x"[0], unsigned char: 1, char: 2, default: 3) + _Generic(u8'x', unsigned char: 10, default: 20)
    + (sizeof a == 5 && a[0] == 0xfe && a[1] == 0xc3 && a[2] == 0xa9 && a[3] == 'z') * 100
    + (p[0] > 0 && p[1] == 0xee && !p[2]) * 1000 + (sizeof u8"xyz" == 4 && s.c[2] == 'z' && b[1] == 'b') * 10000;
}
static int arrays(int n)
{
  int bad = 0;
  for (int k = 0; k < 3; k++) {
    pair x[n] = {};
    const int z[n] = {
    }, w = 3;
    char y[n][n + 1] = { }, *q[n] = {};
    typedef long row[n];
    row t = {};
    for (int i = 0; i < n; i++) {
      bad += x[i].a || x[i].b || z[i] || y[i][i] || q[i] || t[i] || w != 3;
      x[i].a = 5, x[i].b = 6, y[i][i] = 3, q[i] = &y[0][0], t[i] = 4;
    }
  }
  return bad;
}
#pragma omp end declare target
int main(int argc, char **argv)
{
  int r[4] = { 0 }, wrong = 0;
  #pragma omp target map(tofrom: r) firstprivate(argc)
  r[0] = literals(), r[1] = sum(2, 30, 4, 5.5), r[2] = arrays(argc + 7), r[3] = pointer(1, 7, 1.0);
  static const int want[4] = { 11111, 39, 0, 8 };
  for (int i = 0; i < 4; i++)
    if (r[i] != want[i]) printf("%d: %d\n", i, r[i]), wrong = 1;
  if (!wrong) printf("ok\n");
  return wrong;
}
