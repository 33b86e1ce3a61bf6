// Functions of the C library that need no system, beyond those of the other cases: wide characters, what POSIX and C23 have.
#define _GNU_SOURCE
#define __STDC_WANT_IEC_60559_EXT__ 1
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <wchar.h>
#include <wctype.h>
#include <inttypes.h>
#include <math.h>
#pragma omp declare target
static int compare(const void *a, const void *b, void *count) { ++*(int *)count; return *(const int *)a - *(const int *)b; }
static long wide(void)
{
  wchar_t a[20], *end, *rest;
  wcscpy(a, L"one two");
  wcscat(a, L" three");
  long r = wcslen(a) + 100 * (wcsstr(a, L"two") - a) + 10000 * (wcschr(a, L't') - a) + 1000000 * (wcsncmp(a, L"onx", 2) == 0);
  r += 10000000 * (wcstol(L" -12x", &end, 10) == -12 && *end == L'x') + 100000000l * (wcstod(L"1.5e1", 0) == 15);
  int n = 0;
  for (wchar_t *p = wcstok(a, L" ", &rest); p; p = wcstok(0, L" ", &rest)) n += wcslen(p);
  char s[9];
  wchar_t w[9];
  char list[] = "a,bc,,def";
  for (char *p = strtok(list, ","); p; p = strtok(0, ",")) n += strlen(p) - 2;
  return r + 1000000000l * n + (mbstowcs(w, "abc", 9) == 3 && wcstombs(s, w, 9) == 3 && !strcmp(s, "abc")) * 100000000000l
    + (iswalpha(L'q') && !iswdigit(L'q') && towupper(L'q') == L'Q') * 1000000000000l;
}
static long posix(void)
{
  int v[6] = { 5, 3, 9, 1, 7, 2 }, called = 0, sorted = 1;
  qsort_r(v, 6, sizeof *v, compare, &called);
  for (int i = 1; i < 6; i++) sorted &= v[i - 1] < v[i];
  unsigned short s[3] = { 1, 2, 3 };
  return ffs(40) + 10 * ffsl(1l << 40) + 1000 * sorted + (called > 5) * 10000 + nrand48(s) % 1000 * 100000l + (erand48(s) < 1) * 100000000l
    + (index("abc", 'c') != 0) * 1000000000l;
}
static double math(void)
{
  double x = -0.0, y = NAN;
  return nextup(1) - 1 + fmaximum(1, 2) + fminimum_num(y, 5) * 10 + llogb(1024) * 100 + (fmaximum(y, 1) != fmaximum(y, 1)) * 10000 + totalorder(&x, &y) * 100000;
}
#pragma omp end declare target
int main(void)
{
  long w = 0, p = 0;
  double m = 0;
  #pragma omp target map(tofrom: w, p, m)
  w = wide(), p = posix(), m = math();
  if (w != wide() || p != posix() || m != math() || m != 111052 + 0x1p-52) printf("%ld %ld, %ld %ld, %.17g %.17g\n", w, wide(), p, posix(), m, math());
  else printf("ok\n");
  return 0;
}
