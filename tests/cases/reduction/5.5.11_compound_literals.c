// gcc: no (internal compiler error)
// OpenMP 5.2 §5.5.11: the combiner and the initializer of a declare reduction are any expressions, also with compound
// literals whose values are not constant and with statement expressions, at file scope and in a block with types of its own.
#include <stdio.h>

typedef struct {
    double x, y;
} point;

#pragma omp declare reduction(plus : point : omp_out = (point){omp_out.x + omp_in.x, omp_out.y + omp_in.y}) \
    initializer(omp_priv = (point){omp_orig.x - omp_orig.x, 0})
#pragma omp declare reduction(most : int, long : omp_out = ({ __typeof__(omp_out) a = omp_out, b = omp_in; a > b ? a : b; })) \
    initializer(omp_priv = *&(int){-1})

static void set(point *p, const point *q) { *p = *q; }
#pragma omp declare reduction(called : point : set(&omp_out, &(point){omp_out.x + omp_in.x, omp_out.y + omp_in.y})) \
    initializer(set(&omp_priv, &(point){0, 0}))

static int locals(void)
{
    struct range {
        int low, high;
    };
#pragma omp declare reduction(join : struct range : omp_out = \
    (struct range){omp_in.low < omp_out.low ? omp_in.low : omp_out.low, omp_in.high > omp_out.high ? omp_in.high : omp_out.high}) \
    initializer(omp_priv = (struct range){omp_orig.low, omp_orig.high})
    struct range r = {50, 50}, d = {50, 50};
#pragma omp parallel for reduction(join : r)
    for (int i = 3; i < 98; i++) {
        r.low = i < r.low ? i : r.low;
        r.high = i > r.high ? i : r.high;
    }
#pragma omp target parallel for reduction(join : d) map(tofrom : d)
    for (int i = 3; i < 98; i++) {
        d.low = i < d.low ? i : d.low;
        d.high = i > d.high ? i : d.high;
    }
    return r.low != 3 || r.high != 97 || d.low != 3 || d.high != 97;
}

int main(void)
{
    point s = {1, 1}, t = {1, 1}, c = {0, 0}, e = {0, 0};
    int m = 0, n = 0;
    long l = 0;
#pragma omp parallel for reduction(plus : s) reduction(most : m, l) reduction(called : c)
    for (int i = 0; i < 100; i++) {
        s.x += i, s.y += 2 * i;
        c.x += i, c.y += 2 * i;
        m = i > m ? i : m;
        l = i > l ? i : l;
    }
#pragma omp target parallel for reduction(plus : t) reduction(most : n) reduction(called : e) map(tofrom : t, n, e)
    for (int i = 0; i < 100; i++) {
        t.x += i, t.y += 2 * i;
        e.x += i, e.y += 2 * i;
        n = i > n ? i : n;
    }
    int bad = s.x != 4951 || s.y != 9901 || t.x != 4951 || t.y != 9901;
    bad |= (m != 99 || n != 99 || l != 99) << 1;
    bad |= (c.x != 4950 || c.y != 9900 || e.x != 4950 || e.y != 9900) << 2;
    bad |= locals() << 3;
    printf(bad ? "wrong: %d\n" : "ok\n", bad);
    return bad;
}
