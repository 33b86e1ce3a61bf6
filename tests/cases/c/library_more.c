// Of the C library: formatted wide text, classes and mappings of wide characters by name, characters of 16 and 32 bits,
// universal time and text of it, functions with variable arguments through pointers.
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <uchar.h>
#include <wchar.h>
#include <wctype.h>

#pragma omp begin declare target
static int formatted(wchar_t *d, size_t n, const wchar_t *f, ...)
{
  va_list ap;
  va_start(ap, f);
  int r = vswprintf(d, n, f, ap);
  va_end(ap);
  return r;
}

static long text(wchar_t *out)
{
  int n = swprintf(out, 100, L"%d|%5.2f|%-6s|%ls|%c|%x|", -42, 3.14159, "ab", L"wide", 'z', 255u);
  n += formatted(out + n, 60, L"\u00e9\u4e2d%03d\U0001f600%%", 7);
  long r = n + 1000 * (swprintf(out + n, 4, L"%d", 12345) < 0);
  int (*through)(wchar_t *, size_t, const wchar_t *, ...) = swprintf;
  r += 10000 * through(out + n, 30, L"<%s>", "pointer");
  char *made = NULL, small[20];
  int (*as)(char **, const char *, ...) = asprintf, (*sc)(const char *, const char *, ...) = sscanf;
  r += 1000000 * as(&made, "%d-%d", 12, 34);
  int a = 0, b = 0;
  r += 10000000 * sc(made, "%d-%d", &a, &b) + a + b;
  free(made);
  return r;
}

static unsigned long classes(void)
{
  static const char *names[] = { "alnum", "alpha", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space", "upper", "xdigit", "none" };
  unsigned long sum = 0;
  for (int i = 0; i < 13; i++)
    for (wint_t c = 0; c < 128; c++)
      sum = sum * 31 + (wctype(names[i]) && iswctype(c, wctype(names[i])));
  for (wint_t c = 0; c < 128; c++)
    sum = sum * 31 + towctrans(c, wctrans("toupper")) + 2 * towctrans(c, wctrans("tolower"));
  return sum + (wctrans("other") == 0);
}

static long characters(void)
{
  char16_t w = 0;
  char32_t v = 0;
  char s[16];
  mbstate_t state;
  memset(&state, 0, sizeof state);
  long r = mbrtoc16(&w, "q", 1, &state) + 10 * mbrtoc32(&v, "R", 1, &state) + 100 * mbrtoc16(NULL, "", 1, &state);
  r += 1000 * c16rtomb(s, u'x', &state) + 10000 * c32rtomb(s + 1, U'y', &state);
  r = r * 100 + w + v + s[0] + s[1];
  return r + 7 * (mbrtoc32(&v, "", 1, &state) == 0 && v == 0);
}

static long times(char *out, long when)
{
  struct tm t;
  if (!gmtime_r(&when, &t))
    return -1;
  size_t n = strftime(out, 100, "%A %d %B %Y %H:%M:%S %j %U %V %G %p %y %e %I %Z", &t);
  n += strftime(out + n, 100, "|%F %T|%D|%R|%a %b|%c", &t);
  char line[26];
  strcpy(out + n, asctime_r(&t, line));
  t.tm_mon += 14, t.tm_mday -= 40, t.tm_sec += 100000;
  return timegm(&t) + t.tm_yday + t.tm_wday;
}
#pragma omp end declare target

struct results { wchar_t w[200]; char s[5][300]; long r[8]; unsigned long c; };
#pragma omp begin declare target
static void all(struct results *x)
{
  x->r[0] = text(x->w);
  x->c = classes();
  x->r[1] = characters();
  static const long when[] = { 0, 951782400, -1, 4102444800, -12219292800 };
  for (int i = 0; i < 5; i++)
    x->r[2 + i] = times(x->s[i], when[i]);
}
#pragma omp end declare target

int main(void)
{
  static struct results host, device;
  all(&host);
#pragma omp target map(tofrom: device)
  all(&device);
  for (int i = 0; i < 8; i++)
    if (host.r[i] != device.r[i])
      printf("%d: %ld on the host, %ld on the device\n", i, host.r[i], device.r[i]);
  if (host.c != device.c || wmemcmp(host.w, device.w, 200))
    printf("wide: %lx %lx\n", host.c, device.c);
  for (int i = 0; i < 5; i++)
    if (strcmp(host.s[i], device.s[i]))
      printf("%s on the host, %s on the device\n", host.s[i], device.s[i]);
  puts("ok");
}
