/* Compares what the device library has of wchar.h, of POSIX and of C23's math.h, compiled for the host under other
 * names, with the host's C library on random arguments: wide [count]. */
#define _GNU_SOURCE
#define __STDC_WANT_IEC_60559_EXT__ 1
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <math.h>
#include <ctype.h>
#include <wchar.h>
#include <wctype.h>
#include <inttypes.h>
#include <unistd.h>
#define OMPCC_DEVLIB_TEST
#undef NULL
#undef LONG_MAX
#undef LONG_MIN
#undef ULONG_MAX
#define wint_t dev_wint_t
#include "../../../rt/devlib/devlib.h"
int omp_get_team_num(void) { return 0; }
int __ompcc_hardware_thread(void) { return 0; }
#include "../../../rt/devlib/string.c"
#include "../../../rt/devlib/ctype.c"
#include "../../../rt/devlib/malloc.c"
#include "../../../rt/devlib/stdlib.c"
#include "../../../rt/devlib/float.c"
#include "../../../rt/devlib/math23.c"
#include "../../../rt/devlib/wide.c"
#include "../../../rt/devlib/posix.c"

static u64 seed = 88172645463325252ul;
static u64 rnd(void) { return seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17; }
static int bad;
static void same(const char *what, long n, long ours, long theirs)
{
    if (ours != theirs && bad++ < 20) printf("%s %ld: ours %ld glibc %ld\n", what, n, ours, theirs);
}
static void same_float(const char *what, double x, double y, double ours, double theirs)
{
    if (!(ours != ours && theirs != theirs) && memcmp(&ours, &theirs, sizeof ours) && bad++ < 20)
        printf("%s(%a, %a): ours %a glibc %a\n", what, x, y, ours, theirs);
}
static int sign(long x) { return (x > 0) - (x < 0); }
static int compare_ints(const void *a, const void *b, void *n) { ++*(int *)n; return *(const int *)a - *(const int *)b; }

static double number(void)
{
    static const double special[] = { 0.0, -0.0, 1, -1, INFINITY, -INFINITY, NAN, 0x1p-1074, -0x1p-1074, 0x1p-1022, 0x1.fffffffffffffp1023, 3, -3, 0.5 };
    u64 r = rnd();
    if (r % 3 == 0) return special[r / 3 % (sizeof special / sizeof *special)];
    double d;
    memcpy(&d, &(u64){ rnd() }, sizeof d);
    return r % 3 == 1 ? d : (double)(int)(r >> 40) / 8;
}

static void numbers(long n)
{
    double x = number(), y = rnd() % 4 ? number() : x, a, b;
    float f = (float)x, g = (float)y, p, q;
#define TWO(name) same_float(#name, x, y, dev_##name(x, y), name(x, y)), same_float(#name "f", f, g, dev_##name##f(f, g), name##f(f, g))
    TWO(fmaximum), TWO(fminimum), TWO(fmaximum_num), TWO(fminimum_num), TWO(fmaximum_mag), TWO(fminimum_mag);
    TWO(fmaximum_mag_num), TWO(fminimum_mag_num);
#define ONE(name) same_float(#name, x, 0, dev_##name(x), name(x)), same_float(#name "f", f, 0, dev_##name##f(f), name##f(f))
    ONE(nextup), ONE(nextdown), ONE(llogb);
    same("totalorder", n, dev_totalorder(&x, &y), totalorder(&x, &y)), same("totalordermag", n, dev_totalordermag(&x, &y), totalordermag(&x, &y));
    same("totalorderf", n, dev_totalorderf(&f, &g), totalorderf(&f, &g)), same("totalordermagf", n, dev_totalordermagf(&f, &g), totalordermagf(&f, &g));
    same_float("getpayload", x, 0, dev_getpayload(&x), getpayload(&x)), same_float("getpayloadf", f, 0, dev_getpayloadf(&f), getpayloadf(&f));
    same("canonicalize", n, dev_canonicalize(&a, &x), canonicalize(&b, &x)), same_float("canonicalize", x, 0, a, b);
    same("canonicalizef", n, dev_canonicalizef(&p, &f), canonicalizef(&q, &f)), same_float("canonicalizef", f, 0, p, q);
    same("issignaling", n, dev___issignaling(x), issignaling(x) != 0), same("iseqsig", n, dev___iseqsig(x, y), iseqsig(x, y));
}

static void strings(long n)
{
    wchar_t a[40], b[40], c[80], d[80], *e, *h;
    char s[40], t[80], u[80];
    int la = rnd() % 30, lb = rnd() % 4;
    for (int i = 0; i < la; i++) a[i] = L"abcABC 1-"[rnd() % 9], s[i] = (char)a[i];
    for (int i = 0; i < lb; i++) b[i] = L"abcABC 1-"[rnd() % 9];
    a[la] = b[lb] = 0, s[la] = 0;
    size_t k = rnd() % 12;
    wchar_t w = L"abcABC 1-"[rnd() % 9];
    for (int i = 0; i < 80; i++) c[i] = d[i] = i < 20 ? 'x' : 0, t[i] = u[i] = i < 20 ? 'y' : 0;
#define PAIR(ours, theirs) same(#theirs, n, ours, theirs)
    PAIR(dev_wcslen(a), wcslen(a)), PAIR(dev_wcsnlen(a, k), wcsnlen(a, k));
    PAIR(sign(dev_wcscmp(a, b)), sign(wcscmp(a, b))), PAIR(sign(dev_wcsncmp(a, b, k)), sign(wcsncmp(a, b, k)));
    PAIR(sign(dev_wcscasecmp(a, b)), sign(wcscasecmp(a, b))), PAIR(sign(dev_wcsncasecmp(a, b, k)), sign(wcsncasecmp(a, b, k)));
    PAIR((long)dev_wcschr(a, w), (long)wcschr(a, w)), PAIR((long)dev_wcsrchr(a, w), (long)wcsrchr(a, w)), PAIR((long)dev_wcsstr(a, b), (long)wcsstr(a, b));
    PAIR(dev_wcsspn(a, b), wcsspn(a, b)), PAIR(dev_wcscspn(a, b), wcscspn(a, b)), PAIR((long)dev_wcspbrk(a, b), (long)wcspbrk(a, b));
    PAIR((long)dev_wmemchr(a, w, la), (long)wmemchr(a, w, la)), PAIR(dev_wcpncpy(c, a, k) - c, wcpncpy(d, a, k) - d), PAIR(wmemcmp(c, d, 80), 0);
    dev_wcscat(c, b), wcscat(d, b), dev_wcsncat(c, a, k), wcsncat(d, a, k);
    PAIR(wmemcmp(c, d, 80), 0), PAIR(dev_wcsxfrm(c, a, k), wcslen(a));
    dev_wcscpy(c, a), wcscpy(d, a);
    for (wchar_t *p = dev_wcstok(c, b, &e), *q = wcstok(d, b, &h); p || q; p = dev_wcstok(NULL, b, &e), q = wcstok(NULL, b, &h)) {
        same("wcstok", n, p ? p - c : -1, q ? q - d : -1);
        if (!p || !q) break;
    }
    PAIR(dev_mbstowcs(c, s, 80), mbstowcs(d, s, 80)), PAIR(wcscmp(c, d), 0), PAIR(dev_wcstombs(t, a, 80), wcstombs(u, a, 80)), PAIR(strcmp(t, u), 0);
    PAIR((long)dev_index(s, w), (long)index(s, w)), PAIR((long)dev_rindex(s, w), (long)rindex(s, w));
    strcpy(t, s), strcpy(u, s);
    for (char *p = dev_strtok(t, "a 1"), *q = strtok(u, "a 1"); p || q; p = dev_strtok(NULL, "a 1"), q = strtok(NULL, "a 1")) {
        same("strtok", n, p ? p - t : -1, q ? q - u : -1);
        if (!p || !q) break;
    }
    memset(t, 1, 20), memset(u, 1, 20);
    dev_swab(s, t, la), swab(s, u, la), PAIR(memcmp(t, u, 20), 0);
}

static void conversions(long n)
{
    static const wchar_t *const text[] = { L" 12x", L"-0x1fg", L"077", L"99999999999999999999", L"+7é", L"", L"  ", L"1.5e3,", L"-inf", L"0x1.8p3", L"nan(", L".5", L"1e999", L"z" };
    const wchar_t *s = text[rnd() % (sizeof text / sizeof *text)];
    wchar_t *e, *h;
    int base = (int[]){ 0, 8, 10, 16, 36 }[rnd() % 5];
#define NUMBER(name, ...) same(#name, n, dev_##name(s, &e, ##__VA_ARGS__), name(s, &h, ##__VA_ARGS__)), same(#name " end", n, e - s, h - s)
    NUMBER(wcstol, base), NUMBER(wcstoll, base), NUMBER(wcstoul, base), NUMBER(wcstoull, base), NUMBER(wcstoimax, base), NUMBER(wcstoumax, base);
    double x = dev_wcstod(s, &e), y = wcstod(s, &h);
    same_float("wcstod", n, 0, x, y), same("wcstod end", n, e - s, h - s);
    float f = dev_wcstof(s, &e), g = wcstof(s, &h);
    same_float("wcstof", n, 0, f, g), same("wcstof end", n, e - s, h - s);
}

static void rest(long n)
{
    long r = (long)rnd() >> rnd() % 64;
    same("ffs", r, dev_ffs((int)r), ffs((int)r)), same("ffsl", r, dev_ffsl(r), ffsl(r)), same("ffsll", r, dev_ffsll(r), ffsll(r));
    unsigned short a[3] = { (unsigned short)r, (unsigned short)rnd(), (unsigned short)rnd() }, b[3];
    memcpy(b, a, sizeof a);
    same_float("erand48", n, 0, dev_erand48(a), erand48(b)), same("nrand48", n, dev_nrand48(a), nrand48(b)), same("jrand48", n, dev_jrand48(a), jrand48(b));
    dev_srand48(r), srand48(r);
    same_float("drand48", n, 0, dev_drand48(), drand48()), same("lrand48", n, dev_lrand48(), lrand48()), same("mrand48", n, dev_mrand48(), mrand48());
    char left[8], right[8];
    for (int i = 0; i < 7; i++) left[i] = "001239a."[rnd() % 8], right[i] = i < (int)(rnd() % 5) ? left[i] : "001239a."[rnd() % 8];
    left[rnd() % 8] = right[rnd() % 8] = left[7] = right[7] = 0;
    same("strverscmp", n, sign(dev_strverscmp(left, right)), sign(strverscmp(left, right)));
    same("a64l", n, dev_a64l(l64a(r)), a64l(l64a(r)));
    int v[30], count = rnd() % 30, called = 0;
    for (int i = 0; i < count; i++) v[i] = rnd() % 20;
    dev_qsort_r(v, count, sizeof *v, compare_ints, &called);
    for (int i = 1; i < count; i++) same("qsort_r", n, v[i - 1] <= v[i], 1);
    for (int c = 0; c < 256; c++) {
        same("iswalnum", c, dev_iswalnum(c) != 0, iswalnum(c) != 0), same("iswspace", c, dev_iswspace(c) != 0, iswspace(c) != 0), same("iswpunct", c, dev_iswpunct(c) != 0, iswpunct(c) != 0);
        same("towupper", c, dev_towupper(c), towupper(c)), same("towlower", c, dev_towlower(c), towlower(c));
    }
    same("btowc", n, dev_btowc('a'), btowc('a')), same("wctob", n, dev_wctob(L'é'), wctob(L'é'));
}

int main(int argc, char **argv)
{
    long count = argc > 1 ? atol(argv[1]) : 20000;
    for (long n = 0; n < count; n++) numbers(n), strings(n), conversions(n), n % 100 ? (void)0 : rest(n);
    if (!bad) printf("ok\n");
    return bad != 0;
}
