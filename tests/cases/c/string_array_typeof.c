// aarch64: no (wchar_t is unsigned)
// One wide string in braces as an array whose elements' type is named by typeof, or by a typedef with another
// declarator in front of the name (C17 6.7.9p14).
#include <stdio.h>
typedef int (*function)(void), wide, one[1];
typedef unsigned short *units, unit;
typedef char (*other)(int), narrow;
typedef wide array[];
#pragma omp begin declare target
wide a[] = { L"abc" };
wide b[4] = { L"xy" };
typeof(wide) c[] = { L"hello" };
__typeof__(L'x') d[] = { L"wide" };
unit e[] = { u"u16" };
typeof(e[0]) f[8] = { u"again" };
array g = { L"array" };
struct { wide w[6]; typeof(wide) t[4]; unit u[5]; } h = { { L"abcd" }, { L"xyz" }, { u"q" } };
wide i[][3] = { { L"ab" }, { L"c" }, L"d" };
const typeof(wide) *const j = (const typeof(wide)[]){ L"lit" };
wide *k[] = { L"pointer" };
wide l[1] = { L"m" };
one m = { L"n" };
narrow n[] = { "abcde" };
wide o[] = { L"\x41" L"b" };
static int all(int *r)
{
  static typeof(wide) p[] = { L"static" };
  wide q[] = { L"local" };
  typeof(q[0]) s[] = { L"typeof" };
  int count = 0;
#define LENGTH(x) (int)(sizeof(x) / sizeof *(x))
  r[count++] = LENGTH(a) + 10 * LENGTH(c) + 100 * LENGTH(d) + 1000 * LENGTH(e) + 10000 * LENGTH(g) + 100000 * LENGTH(p);
  r[count++] = LENGTH(q) + 10 * LENGTH(s) + 100 * LENGTH(k) + 1000 * LENGTH(n) + 10000 * LENGTH(o) + 100000 * LENGTH(((typeof(wide)[]){ L"xx" }));
  r[count++] = a[2] + b[1] + c[4] + d[3] + e[2] + f[4] + g[4];
  r[count++] = h.w[3] + h.t[2] + h.u[0] + i[0][1] + i[1][0] + i[2][0] + j[2] + k[0][6] + l[0] + m[0] + n[4] + o[0] + o[1];
  r[count++] = p[5] + q[4] + s[5] + b[2] + f[6] + h.w[4];
  return count;
}
#pragma omp end declare target
int main(void)
{
  int r[8], host[8], count = 0, bad = 0;
  #pragma omp target map(from: r) map(tofrom: count)
  count = all(r);
  if (all(host) != count || host[0] != 764564 || host[1] != 336176) printf("%d %d\n", host[0], host[1]), bad = 1;
  for (int i = 0; i < count; i++)
    if (r[i] != host[i]) printf("%d: %d, not %d\n", i, r[i], host[i]), bad = 1;
  if (!bad) printf("ok\n");
  return bad;
}
