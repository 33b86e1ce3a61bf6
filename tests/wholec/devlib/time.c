/* Compares rt/devlib/time.c, compiled for the host under other names, with the host's C library on random times and
 * formats: time [count]. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#define tm dev_tm
#define OMPCC_DEVLIB_TEST
#undef NULL
#include "../../../rt/devlib/devlib.h"
int omp_get_team_num(void) { return 0; }
int __ompcc_hardware_thread(void) { return 0; }
#include "../../../rt/devlib/string.c"
#include "../../../rt/devlib/ctype.c"
#include "../../../rt/devlib/malloc.c"
#include "../../../rt/devlib/time.c"
#undef tm

static u64 seed = 88172645463325252ul;
static u64 rnd(void) { return seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17; }
static int bad;

static int equal(const struct tm *a, const struct dev_tm *b)
{
    return a->tm_sec == b->tm_sec && a->tm_min == b->tm_min && a->tm_hour == b->tm_hour && a->tm_mday == b->tm_mday && a->tm_mon == b->tm_mon &&
           a->tm_year == b->tm_year && a->tm_wday == b->tm_wday && a->tm_yday == b->tm_yday && a->tm_isdst == b->tm_isdst && a->tm_gmtoff == b->tm_gmtoff;
}

static void one(void)
{
    static const char letters[] = "aAbBhCdegGVHIjklmMnt%pPsSuwUWyYZzcDxFrRTX";
    long t = (long)rnd() >> rnd() % 64;
    struct tm theirs;
    struct dev_tm ours;
    int there = gmtime_r(&t, &theirs) != NULL, here = dev_gmtime_r(&t, &ours) != NULL;
    if (there != here || there && !equal(&theirs, &ours)) {
        if (bad++ < 20) printf("gmtime_r(%ld)\n", t);
        return;
    }
    if (!there) return;
    char f[40], a[400], b[400];
    int n = 0;
    for (int k = 0; k < 3; k++) {
        f[n++] = '%';
        if (rnd() % 4 == 0) f[n++] = "-_0^#"[rnd() % 5];
        if (rnd() % 8 == 0) f[n++] = '1' + rnd() % 9;
        char c = letters[rnd() % (sizeof letters - 1)];
        if (c == 'C' && theirs.tm_year < -900) c = 'd'; /* C17 7.27.3.5 has two digits, glibc 2.36 one */
        if (rnd() % 4 == 0 && strchr("deHImMSuUVwWy", c)) f[n++] = 'O';
        /* What the library has a form of its own for, or the sign's place in a field of its own width, is left to it. */
        f[n++] = f[n - 1] != '%' && strchr("zcxCgGyYs", c) ? 'd' : c;
        f[n++] = ';';
    }
    f[n] = 0;
    size_t most = rnd() % 8 ? sizeof a : rnd() % 30;
    size_t x = dev_strftime(a, most, f, &ours), y = strftime(b, most, f, &theirs);
    if ((x != y || x && strcmp(a, b)) && bad++ < 20) printf("strftime(%zu, \"%s\") of %ld: ours %zu [%s] glibc %zu [%s]\n", most, f, t, x, x ? a : "", y, y ? b : "");
    if (theirs.tm_year < 8000 && theirs.tm_year > -2800 && strcmp(dev_asctime_r(&ours, a), asctime_r(&theirs, b)) && bad++ < 20) printf("asctime_r: ours %s glibc %s", a, b);
    theirs.tm_mon = ours.tm_mon = (int)(rnd() % 60) - 30, theirs.tm_mday = ours.tm_mday = (int)(rnd() % 4000) - 2000;
    theirs.tm_hour = ours.tm_hour = (int)(rnd() % 1000) - 500, theirs.tm_sec = ours.tm_sec = (int)rnd() >> rnd() % 32;
    if (theirs.tm_year < 2000000 && theirs.tm_year > -2000000 && (dev_timegm(&ours) != timegm(&theirs) || !equal(&theirs, &ours)) && bad++ < 20) printf("timegm %ld\n", t);
}

int main(int argc, char **argv)
{
    setenv("TZ", "UTC0", 1);
    tzset();
    for (int n = argc > 1 ? atoi(argv[1]) : 1000000; n > 0; n--) one();
    printf("bad %d\n", bad);
    return bad != 0;
}
