// Attribute cleanup (GNU C): at the end of the scope, and at every jump out of it.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#pragma omp begin declare target
struct log { char text[200]; int n; };
static void note(struct log *l, char c) { l->text[l->n++] = c; }

struct guard { struct log *log; char name; };
static void leave(struct guard *g) { note(g->log, g->name); }
static void released(char **p) { free(*p); }
static void bumped(int **p) { ++**p; }
#define GUARD(c) __attribute__((cleanup(leave), unused)) struct guard guard_##c = {l, #c[0]}
#define autofree __attribute__((__cleanup__(released)))

static int jumps(struct log *l, int how)
{
    GUARD(a);
    for (int i = 0; i < 3; i++) {
        GUARD(b);
        if (how == 1 && i == 1) break;
        if (how == 2 && i == 1) continue;
        {
            GUARD(c);
            if (how == 3) goto out;
            if (how == 4) return i + 40;
            switch (how) {
            case 5: {
                GUARD(d);
                if (i) break;
                note(l, '.');
            }
            default:
                note(l, ',');
            }
        }
        note(l, ';');
    }
    {
        GUARD(e);
        note(l, '!');
    }
out:
    note(l, '?');
    return 7;
}

static int again(struct log *l)
{
    int round = 0;
    GUARD(x);
top:;
    GUARD(y);
    int k = 0;
    if (round++ < 2) goto top;
    return k + round;
}

static struct guard whole(struct log *l)
{
    struct guard g __attribute__((cleanup(leave))) = {l, 'w'};
    g.name++;
    return g;
}

static int value(int *count)
{
    __attribute__((cleanup(bumped))) int *p = count, *q __attribute__((cleanup(bumped))) = count;
    int *__attribute__((cleanup(bumped))) r = count, n = 1, __attribute__((cleanup(bumped))) *s = count;
    return *p + 10 * *q + 100 * *r + 1000 * *s * n; // before the calls
}

static int text(int n)
{
    autofree char *s = malloc(n + 1), *t = calloc(n + 1, 1);
    memset(s, 'x', n);
    s[n] = 0;
    memcpy(t, s, n / 2);
    return ({ autofree char *u = malloc(1); (int)strlen(s) * 100 + (int)strlen(t); });
}

static int loop(struct log *l)
{
    int n = 0;
    for (struct guard g __attribute__((cleanup(leave))) = {l, 'f'}; n < 3; n++)
        if (n == 1) break;
        else continue;
    note(l, '|');
    return n;
}

static int lengths(struct log *l, int n)
{
    for (int i = 1; i < n; i++) {
        int a[i];
        GUARD(v);
        a[i - 1] = i;
        if (a[i - 1] % 2) continue;
        if (i == 4) return a[3];
    }
    return 0;
}
#pragma omp end declare target

int main(void)
{
    struct log l = {"", 0};
    int r[12] = {0}, count = 5;
    #pragma omp target map(tofrom: l, r, count)
    {
        struct log *p = &l;
        for (int how = 0; how < 6; how++) {
            r[how] = jumps(p, how);
            note(p, ' ');
        }
        r[6] = again(p);
        r[7] = whole(p).name;
        r[8] = value(&count);
        r[9] = text(8);
        r[10] = loop(p);
        r[11] = lengths(p, 9);
        note(p, 0);
    }
    puts(l.text);
    for (int i = 0; i < 12; i++) printf("%d ", r[i]);
    printf("%d\n", count);

    int sum = 0; // of a region's own scopes
    #pragma omp target map(tofrom: sum)
    #pragma omp parallel for reduction(+: sum)
    for (int i = 0; i < 100; i++) {
        int *p __attribute__((cleanup(bumped))) = &sum;
        if (i % 2) continue;
        *p += 10;
    }
    printf("%d\n", sum);
    return 0;
}
