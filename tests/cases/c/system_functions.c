/* Functions of the C library beside ISO C's arithmetic: formatted input, formatted output to new memory,
 * names of errors, searches, lists, quotients, versions. */
#define _GNU_SOURCE
#include <inttypes.h>
#include <search.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#pragma omp begin declare target
struct node { struct node *next, *previous; int v; };
static int equal(const void *a, const void *b) { return *(const int *)a != *(const int *)b; }
static int read_by(const char *s, const char *f, ...)
{
    va_list ap;
    va_start(ap, f);
    int n = vsscanf(s, f, ap);
    va_end(ap);
    return n;
}
static char *made(const char *f, ...)
{
    char *s = NULL;
    va_list ap;
    va_start(ap, f);
    int n = vasprintf(&s, f, ap);
    va_end(ap);
    return n < 0 ? NULL : s;
}
#pragma omp end declare target

int main(void)
{
    char out[600] = "";
#pragma omp target map(tofrom: out)
    {
        char word[20] = "", rest[20] = "", *at = out, *s = NULL, *given = NULL;
        int a = 0, n = 0, h = 0;
        unsigned x = 0;
        double d = 0;
        float f = 0;
        short small = 0;
        int got = sscanf("12 0x1f;word-and 2.5e3 -7,rest of it", "%d %x;%[a-z]-%*s %lf %hd,%19[^\n]%n", &a, &x, word, &d, &small, rest, &n);
        at += sprintf(at, "%d: ", got);
        at += sprintf(at, "%d %u %s %g %d [%s] %d\n", a, x, word, d, small, rest, n);
        at += sprintf(at, "%d %d %d ", sscanf("", "%d", &a), sscanf("x", "%d", &a), read_by("3.25|77", "%f|%o", &f, &h));
        at += sprintf(at, "%g %d %d %d\n", f, h, sscanf("5 six", "%2$d %1$s", word, &a), -1);
        at += sprintf(at, "%d %s ", a, word);
        at += sprintf(at, "%d ", asprintf(&s, "%s-%03d-%200s", "made", 7, "wide"));
        at += sprintf(at, "%.10s %zu %s\n", s, strlen(s), given = made("%d+%d", 1, 2));
        free(s);
        free(given);
        if (sscanf("allocated text", "%ms", &s) == 1) at += sprintf(at, "%s\n", s);
        free(s);
        at += sprintf(at, "%s; %s; %s\n", strerror(0), strerror(2), strerror(34));
        int v[6] = {3, 1, 4, 1, 5}, key = 4, other = 9;
        size_t count = 5;
        int *found = lfind(&key, v, &count, sizeof *v, equal), *new = lsearch(&other, v, &count, sizeof *v, equal);
        at += sprintf(at, "%d %d %zu %d\n", (int)(found - v), (int)(new - v), count, v[5]);
        struct node p = {NULL, NULL, 1}, q = {NULL, NULL, 2}, r = {NULL, NULL, 3};
        insque(&p, NULL);
        insque(&r, &p);
        insque(&q, &p);
        remque(&r);
        insque(&r, &q);
        for (struct node *e = &p; e; e = e->next) at += sprintf(at, "%d", e->v);
        imaxdiv_t quotient = imaxdiv(-17, 5);
        at += sprintf(at, " %d %d %d\n", (int)quotient.quot, (int)quotient.rem, strverscmp("file9", "file10") < 0);
    }
    fputs(out, stdout);
    return 0;
}
