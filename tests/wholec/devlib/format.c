/* Formatted output of the device library, compiled for the host under other names, against the
 * host's: every conversion with every length, flags, width, precision, on values at the edges. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <wchar.h>
#include <stdint.h>
#define OMPCC_DEVLIB_TEST
#undef NULL
#undef LONG_MAX
#undef LONG_MIN
#undef ULONG_MAX
#undef va_start
#undef va_end
#undef va_arg
#define isalpha isalpha
#include "../../../rt/devlib/devlib.h"
int omp_get_team_num(void) { return 0; }
int __ompcc_hardware_thread(void) { return 0; }
#include "../../../rt/devlib/string.c"
#include "../../../rt/devlib/ctype.c"
#include "../../../rt/devlib/malloc.c"
#include "../../../rt/devlib/stdlib.c"
#include "../../../rt/devlib/stdio.c"
void dev_devwrite(const char *s, size_t n) { fwrite(s, 1, n, stdout); }

static int bad, all;

static int ours(char *s, size_t n, const char *f, ...)
{
    va_list ap;
    va_start(ap, f);
    int r = dev_vsnprintf(s, n, f, ap);
    va_end(ap);
    return r;
}

static char mine[4000], theirs[4000];
#define BOTH(f, ...) \
    do { \
        memset(mine, '?', 64), memset(theirs, '?', 64); \
        int a = ours(mine, sizeof mine, f, __VA_ARGS__), b = snprintf(theirs, sizeof theirs, f, __VA_ARGS__); \
        all++; \
        if (a != b || a >= 0 && strcmp(mine, theirs)) \
            if (bad++ < 20) printf("%s: ours %d [%.200s], the host's %d [%.200s]\n", f, a, mine, b, theirs); \
    } while (0)

static const char *const lengths[] = { "", "hh", "h", "l", "ll", "j", "z", "t", "q", "L", "Z" };
static const char *const widths[] = { "", "1", "7", "30", "*" };
static const char *const precisions[] = { "", ".", ".0", ".1", ".6", ".17", ".40", ".*" };
static const long integers[] = { 0, 1, -1, 7, 127, 128, 255, 256, -129, 32767, 65536, 123456789, 2147483647, -2147483648L, 4294967295L, 0x7fffffffffffffff, -0x7fffffffffffffff - 1 };
static const double numbers[] = { 0, -0.0, 1, -1, 0.5, 1.5, 2.5, 9.5, 9.9999995, 99999.95, 123456, 1234567, 0.0001, 0.00001234, 1e15, 1e16, 1e22, 1e300, 5e-324, 2.2250738585072011e-308, 1.7976931348623157e308, 3.141592653589793, 1e-7, 0.1, 1.0 / 3, INFINITY, -INFINITY, NAN, 0x1.fffffffffffffp3, 0x1.8p-3 };

#define STARS(stars, f, value) \
    switch (stars) { \
    case 0: BOTH(f, value); break; \
    case 1: BOTH(f, w, value); break; \
    case 2: BOTH(f, p, value); break; \
    default: BOTH(f, w, p, value); \
    }

static void one(const char *f, int stars, int w, int p, const char *length, char c)
{
    static const wchar_t wide[] = L"wide text";
    switch (c) {
    case 'd': case 'i': case 'u': case 'o': case 'x': case 'X': case 'b': case 'B':
        for (size_t i = 0; i < sizeof integers / sizeof *integers; i++) {
            if (!*length || *length == 'h') STARS(stars, f, (int)integers[i])
            else STARS(stars, f, integers[i])
        }
        break;
    case 'c':
        if (*length == 'l') { STARS(stars, f, (wint_t)'w') STARS(stars, f, (wint_t)0xe9) }
        else { STARS(stars, f, 'x') STARS(stars, f, 0) STARS(stars, f, 200) }
        break;
    case 's':
        if (*length == 'l') { STARS(stars, f, wide) STARS(stars, f, (wchar_t *)0) STARS(stars, f, L"\xe9") }
        else { STARS(stars, f, "some text") STARS(stars, f, "") STARS(stars, f, (char *)0) }
        break;
    case 'p':
        STARS(stars, f, (void *)0) STARS(stars, f, (void *)0x12ab) STARS(stars, f, (void *)-1L)
        break;
    case '%':
        STARS(stars, f, 0)
        break;
    default:
        for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) STARS(stars, f, numbers[i])
    }
}

static int fits(const char *length, char c)
{
    if (strchr("diuoxXbB", c)) return 1;
    if (strchr("cs", c)) return !*length || !strcmp(length, "l");
    if (c == 'p' || c == '%') return !*length;
    return !*length || !strcmp(length, "l");
}

int main(void)
{
    for (int flags = 0; flags < 64; flags++)
        for (size_t w = 0; w < sizeof widths / sizeof *widths; w++)
            for (size_t p = 0; p < sizeof precisions / sizeof *precisions; p++)
                for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++)
                    for (const char *c = "diuoxXbBcspfFeEgGaA%"; *c; c++) {
                        char f[40];
                        int n = 0;
                        if (!fits(lengths[l], *c)) continue;
                        if (*c == '%' && (flags || w || p)) continue;
                        f[n++] = '%';
                        for (int k = 0; k < 6; k++)
                            if (flags >> k & 1) f[n++] = "-+ #0'"[k];
                        n += sprintf(f + n, "%s%s%s%c", widths[w], precisions[p], lengths[l], *c);
                        int stars = (*widths[w] == '*') + 2 * (precisions[p][0] == '.' && precisions[p][1] == '*');
                        one(f, stars, flags % 3 ? 12 : -12, flags % 2 ? 3 : -1, lengths[l], *c);
                    }
    int n1 = -1, n2 = -1;
    long l1 = -1, l2 = -1;
    BOTH("%2$s %1$d %2$s", 5, "five");
    BOTH("%3$*1$d|%3$-*1$d|%3$.*2$d", 8, 4, 77);
    BOTH("%2$.3f %1$c %3$lx %4$hhd %2$g", 'c', 2.5, 255L, 300);
    BOTH("%1$s%%%1$s", "a");
    BOTH("%d%% of %s", 5, "all");
    ours(mine, 100, "%d %Lg|%s", 1, 2.5L, "after"); /* GPUs have no long double, whose slot is read all the same */
    if (!strstr(mine, "|after")) bad++, printf("%%Lg: %s\n", mine);
    ours(mine, 100, "abc%n%ld%ln", &n1, 12345L, &l1), snprintf(theirs, 100, "abc%n%ld%ln", &n2, 12345L, &l2);
    if (n1 != n2 || l1 != l2) bad++, printf("%%n: %d %d %ld %ld\n", n1, n2, l1, l2);
    for (size_t size = 0; size < 12; size++) {
        memset(mine, '?', 20), memset(theirs, '?', 20);
        if (ours(mine, size, "%s%d", "abcde", 123) != snprintf(theirs, size, "%s%d", "abcde", 123) || memcmp(mine, theirs, 20)) bad++, printf("size %zu\n", size);
    }
    printf("%d formats, %d differ\n", all, bad);
    return bad != 0;
}
