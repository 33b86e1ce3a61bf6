// host: gcc
// flags: -ffp-contract=off
// _Complex _Float16 (gcc 12 and clang have it on x86): arithmetic in float, rounded where it is
// stored; conversions, parameters and results, members, initialisers, reductions.
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
typedef _Float16 half;
typedef _Complex _Float16 ch;
#pragma omp declare target
struct mixed { char c; ch z; _Float16 const _Complex pair[2]; half h; };
union bits { ch z; unsigned short u[2]; unsigned w; };
static ch table[3] = { 1.5f16 + 2.25if, [2] = -1 };
static volatile ch live = 0.1 + 0.3i;
static struct mixed fixed = { 'x', 2.5i, { 1, 2.0if }, 7 };
static ch add(ch a, ch b) { return a + b; }
static ch many(int i, ch a, double d, ch b, half h, ch c, float f, ch e) { return i * a + d * b - h / c + f * e; }
static struct mixed change(struct mixed m) { m.z *= m.pair[1]; m.h += __real__ m.z; return m; }
static half sum(int n, ...)
{
  va_list ap;
  half s = 0;
  va_start(ap, n);
  while (n--) {
    ch z = va_arg(ap, ch);
    s += __real__ z - __imag__ z;
  }
  va_end(ap);
  return s;
}
static ch (*volatile call)(ch, ch) = add;
static int kinds(void)
{
  ch z = 1;
  half h = 2;
  float _Complex f = 1;
#define KIND(x) _Generic((x), ch: 1, float _Complex: 2, double _Complex: 3, half: 4, float: 5, default: 9)
  return KIND(z) * 100000000 + KIND(z * h) * 10000000 + KIND(z * 2) * 1000000 + KIND(z + 1.0f) * 100000 + KIND(z + f) * 10000 +
    KIND(z - 1.0) * 1000 + KIND(__real__ z) * 100 + KIND(-z) * 10 + KIND(~z);
}
static int results(double *o)
{
  int n = 0;
#define PUT(x) do { double _Complex put = (x); o[n++] = __real__ put; o[n++] = __imag__ put; } while (0)
  ch a = 1.1 + 2.2i, b = { 0 }, c = live;
  __real__ b = 3.3;
  __imag__ b = -0.7;
  PUT(a); PUT(b); PUT(c);
  PUT(a + b); PUT(a - b); PUT(a * b); PUT(a / b); PUT(-a); PUT(~a);
  PUT(a * 3); PUT(7 - a); PUT(a / 3.3f); PUT(a * 2.7); PUT(1 / a); PUT(a + 1000u); PUT(a * b * c / a);
  ch d = a * b * c / a;
  PUT(d);
  d += 1; PUT(d); d *= b; PUT(d); d -= 2.5i; PUT(d); d /= a; PUT(d);
  PUT(d++); PUT(++d); PUT(d--); PUT(d);
  PUT(add(a, b)); PUT(call(a, 5)); PUT(many(3, a, 0.37, b, 1.9f16, c, 2.5f, table[0]));
  struct mixed m = change(fixed);
  PUT(m.z); PUT(m.pair[1]); PUT(m.h); PUT(m.c);
  PUT(sum(3, a, b, (ch)4.5)); PUT(table[0] + table[1] + table[2]);
  PUT(a == b); PUT(a != b); PUT(a == (ch)(1.1 + 2.2i)); PUT(!a); PUT(a && table[1]); PUT(a ? 1 : 2);
  int i = (int)(a * 100); PUT(i);
  _Bool t = table[1]; PUT(t); t = live; PUT(t);
  float _Complex f = a; PUT(f); f = a * a; PUT(f);
  float _Complex g = 65519.f + 1e-8if; c = g; PUT(c); c = g * 2; PUT(c);
  c = (ch)1e-5 * (ch)1e-3; PUT(c);
  __auto_type w = a * b; PUT(w);
  typeof(a) *p = &w; *p = *p * *p - a; PUT(w);
  ch array[4] = { [1 ... 2] = 0.5if }; array[3] = array[1] * array[2]; PUT(array[3]); PUT(array[0]);
  memcpy(&array[0], &a, sizeof a); PUT(array[0]);
  half *parts = (half *)array; PUT(parts[0] + parts[1]);
  union bits u = { .z = a }; PUT(u.u[0]); PUT(u.u[1]); PUT(u.w);
  ch inf = __builtin_inff(), z = inf * (1 + 1i); PUT(__real__ z > 1e9f); z = 1 / (ch)0; PUT(__builtin_isinf((float)__real__ z));
  z = (a, b); PUT(z); z = parts[0] ? a : b; PUT(z);
  PUT(1.25f16i); PUT(2.5if16 * 2); PUT(sizeof z); PUT(_Alignof(ch)); PUT(sizeof(a * b)); PUT(sizeof(struct mixed));
  PUT(kinds());
  return n;
}
#pragma omp end declare target
static double host[256], device[256];
int main(void)
{
  int n = results(host), m = 0, bad = 0;
  live = 0.1 + 0.3i;
  #pragma omp target map(tofrom: device, m)
  m = results(device);
  if (m != n) bad = 1;
  for (int i = 0; i < n; i++)
    if (device[i] != host[i]) printf("%d: %.9g, not %.9g\n", i / 2, device[i], host[i]), bad = 1;
  ch total = 0, one = 1 + 0.5i, other = 2;
  #pragma omp target teams distribute parallel for reduction(+: total) firstprivate(one) map(tofrom: other)
  for (int i = 0; i < 100; i++) {
    total += one;
    if (i == 7) other *= one;
  }
  if (total != 100 + 50i || other != 2 + 1i) printf("%g %g, %g %g\n", (double)__real__ total, (double)__imag__ total, (double)__real__ other, (double)__imag__ other), bad = 1;
  if (!bad) printf("ok\n");
  return bad;
}
