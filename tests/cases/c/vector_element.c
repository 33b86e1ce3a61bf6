// Elements of vectors that are values: of comparisons, sums, calls, casts, literals (GNU C).
#include <stdio.h>
#pragma omp begin declare target
typedef int v4 __attribute__((vector_size(16)));
typedef long l2 __attribute__((vector_size(16)));
typedef float f4 __attribute__((vector_size(16)));
typedef double d2 __attribute__((vector_size(16)));
typedef signed char c16 __attribute__((vector_size(16)));
static v4 same(v4 v) { return v; }
static int any(v4 v, v4 w)
{
    int n = 0;
    for (int i = 0; i < 4; i++)
        if ((v == w)[i]) n++;
    return n;
}
static int failures(int k)
{
    v4 v = {1, 2, 3, 4}, w = {1, 0, 3, 0};
    f4 f = {1, 2, 3, 4}, g = {4, 3, 2, 1};
    d2 d = {1, 2}, e = {2, 1};
    c16 c = {1, 2, 3}, b = {1, 1, 3};
    int bad = (v == w)[2] != -1;
    bad += 2 * ((v + w)[k] != 2 || (-v)[k] != -2 || (~v)[0] != -2 || (v * 3)[3] != 12);
    bad += 4 * ((f < g)[0] != -1 || (f < g)[k + 2] != 0);
    bad += 8 * ((d >= e)[k] != -1 || sizeof (d >= e)[0] != 8 || (d != e)[0] + 1L != 0);
    bad += 16 * ((c == b)[1] != 0 || (c == b)[2] != -1 || sizeof (c == b)[0] != 1);
    bad += 32 * (same(v)[k] != 2 || ((l2)v)[1] != (4L << 32 | 3) || ((v4){5, 6, 7, 8})[k] != 6);
    bad += 64 * (any(v, w) != 2);
    bad += 128 * (((v > w) & (v < 4))[k] != -1 || ((v == w) | (v == 4))[(v == w)[3] + 3] != -1);
    return bad;
}
#pragma omp end declare target

int main(void)
{
    int bad = -1;
    #pragma omp target map(from: bad)
    bad = failures(1);
    if (!bad) puts("ok");
    else printf("wrong: %#x\n", bad);
    return bad;
}
