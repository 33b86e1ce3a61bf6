/* Formatted output of devices is C's: what printf returns, conversions that a vendor's printf does not
 * have, more than 32 arguments, formats that only the run knows; texts that kernels format are the host's. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { N = 600, LEN = 96 };
static char formats[N][16], texts[N][LEN];
static int lengths[N];

static long value(int i) { return (long)(i * 0x9e3779b97f4a7c15ul) >> i % 64; }
static double real(int i) { return (double)value(i) / (1 << i % 30); }

static void make(int i)
{
    char *f = formats[i];
    unsigned r = (unsigned)i * 2654435761u;
    *f++ = '%';
    for (int k = 0; k < 5; k++)
        if (r >> k & 1) *f++ = "-+ #0"[k];
    if (r >> 8 & 1) f += sprintf(f, "%d", r >> 9 & 31);
    if (r >> 14 & 1) f += sprintf(f, ".%d", r >> 15 & 15);
    if (i % 3 == 0) f += sprintf(f, "%c", "eEfFgGaA"[r >> 20 & 7]);
    else f += sprintf(f, "%s%c", (const char *[]){"hh", "h", "", "l", "ll", "z", "j", "t"}[r >> 23 & 7], "diuxXo"[i % 6]);
}

static int wide(const char *f) { return strpbrk(f, "lzjt") != NULL; }

#pragma omp begin declare target
static int text(char *s, const char *f, int real_one, int is_wide, long v, double d)
{
    if (real_one) return snprintf(s, LEN, f, d);
    return is_wide ? snprintf(s, LEN, f, v) : snprintf(s, LEN, f, (int)v);
}
static const char *const format_of[] = {"%d by name\n", "%5d by name\n"};
#pragma omp end declare target

int main(void)
{
    int n[8] = {0}, different = 0;
#pragma omp target map(tofrom: n)
    {
        n[0] = printf("%s\n", "returns its length");
        n[1] = printf("%zu %jd %td %hhd %hd\n", sizeof(long), (intmax_t)-5, (ptrdiff_t)7, 300, 70000);
        printf("%zu %hhu\n", sizeof(int), 258);
        printf("%2$s %1$d %2$s\n", 5, "by number");
        printf("%1$*2$d|%1$-*2$d|\n", 5, 6);
        printf("%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d %s\n", 1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3, 4, 5, 6, 7, 8,
               9, 1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3, 4, 5, 6, 7, 8, 9, "thirty-six");
        for (int i = 0; i < 2; i++) printf(format_of[i], i);
        printf("%s %5.1f%% %c%n\n", "plain", 99.5, 'c', &n[2]);
        printf(n[0] ? "one %d\n" : "other %ld\n", 3);
        printf("%ls %lc|%F|%s\n", L"wide", L'w', 1.0 / n[7], "end");
    }
    printf("%d %d %d\n", n[0], n[1], n[2]);
    fflush(stdout);
    for (int i = 0; i < N; i++) make(i);
#pragma omp target teams distribute parallel for map(to: formats) map(from: texts, lengths)
    for (int i = 0; i < N; i++) {
        const char *f = formats[i];
        int is_wide = 0;
        for (const char *p = f; *p; p++) is_wide |= *p == 'l' || *p == 'z' || *p == 'j' || *p == 't';
        lengths[i] = text(texts[i], f, i % 3 == 0, is_wide, (long)(i * 0x9e3779b97f4a7c15ul) >> i % 64, (double)((long)(i * 0x9e3779b97f4a7c15ul) >> i % 64) / (1 << i % 30));
    }
    for (int i = 0; i < N; i++) {
        char here[LEN];
        int len = text(here, formats[i], i % 3 == 0, wide(formats[i]), value(i), real(i));
        if (len == lengths[i] && !strcmp(here, texts[i])) continue;
        if (different++ < 5) printf("%s: the device %d [%s], the host %d [%s]\n", formats[i], lengths[i], texts[i], len, here);
    }
    printf("%d formats, %d differ\n", N, different);
    return 0;
}
