/* Formatted input of the device library, compiled for the host under other names, against the host's. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define OMPCC_DEVLIB_TEST
#undef NULL
#undef LONG_MAX
#undef LONG_MIN
#undef ULONG_MAX
#undef va_start
#undef va_end
#undef va_arg
#include "../../../rt/devlib/devlib.h"
int omp_get_team_num(void) { return 0; }
int __ompcc_hardware_thread(void) { return 0; }
#include "../../../rt/devlib/string.c"
#include "../../../rt/devlib/ctype.c"
#include "../../../rt/devlib/malloc.c"
#include "../../../rt/devlib/stdlib.c"
#include "../../../rt/devlib/float.c"
#include "../../../rt/devlib/stdio.c"
#include "../../../rt/devlib/scan.c"
void dev_devwrite(const char *s, size_t n) { fwrite(s, 1, n, stdout); }

static int ours(const char *s, const char *f, ...)
{
    va_list ap;
    va_start(ap, f);
    int r = dev_vsscanf(s, f, ap);
    va_end(ap);
    return r;
}

static u64 seed = 88172645463325252ul;
static unsigned rnd(unsigned n)
{
    seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
    return (unsigned)(seed >> 11) % n;
}

static const char *const pieces[] = { "12", "-7", "+3", "-0x2", "0x1f", "0", "0x", "077", " ", "  ", "\t", "abc", "xyz", "9999999999999999999999", "-", "+", ".", "1.5", "-2.5e3", "1e", "1e+", "3.e-2", ".5", "inf", "-infinity", "infi", "nan", "0x1.8p3", "0x1p", "%", ",", ":", "]", "a-c", "(nil)", "e5", "4294967296", "255", "z" };
static const char *const conversions[] = { "%d", "%i", "%u", "%o", "%x", "%3d", "%1d", "%2i", "%ld", "%hd", "%hhd", "%lu", "%zu", "%jd", "%4lx", "%f", "%lf", "%4lf", "%6lf", "%le", "%lg", "%la", "%s", "%3s", "%c", "%2c", "%[a-z]", "%[^,]", "%4[0-9]", "%[]x]", "%[^]x]", "%[a-]", "%n", "%hhn", "%*d", "%*s", "%*[a-c]", "%%", " ", ",", ":", "a", "%p", "%ln", "%5c", "%*lf", "%X", "%E" };
enum { PIECES = sizeof pieces / sizeof *pieces, CONVERSIONS = sizeof conversions / sizeof *conversions };

int main(int argc, char **argv)
{
    int count = argc > 1 ? atoi(argv[1]) : 100000, bad = 0;
    for (int i = 0; i < count; i++) {
        char s[200] = "", f[100] = "";
        static char a[5][200], b[5][200];
        for (int k = (int)rnd(6); k >= 0; k--) strcat(s, pieces[rnd(PIECES)]);
        for (int k = (int)rnd(5); k >= 0; k--) strcat(f, conversions[rnd(CONVERSIONS)]);
        memset(a, '?', sizeof a), memset(b, '?', sizeof b);
        int x = ours(s, f, a[0], a[1], a[2], a[3], a[4]), y = sscanf(s, f, b[0], b[1], b[2], b[3], b[4]);
        if (x == y && !memcmp(a, b, sizeof a)) continue;
        if (bad++ < 20) printf("sscanf(\"%s\", \"%s\"): ours %d, the host's %d%s\n", s, f, x, y, x == y ? ", other values" : "");
    }
    char *p = NULL, *q = NULL, t[20], u[20];
    int n = 0, m = 0;
    if (ours("word and more", "%ms %m[a-z]", &p, &q) != 2 || strcmp(p, "word") || strcmp(q, "and")) bad++, printf("%%m\n");
    if (ours("5 six 7", "%2$d %3$s %1$d", &n, &m, t) != 3 || n != 7 || m != 5 || strcmp(t, "six")) bad++, printf("numbered: %d %d %s\n", n, m, t);
    printf("%d of %d differ\n", bad, count);
    return bad != 0;
}
