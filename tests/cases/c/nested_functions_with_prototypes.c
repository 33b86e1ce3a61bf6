// host: gcc
// gpu: no (a pointer to a nested function with a frame is code on the stack)
// GNU C: prototypes of nested functions in a region and around it. Names of parameters are each declaration's own.
#include <stdio.h>

int main(void)
{
    int r[4] = {0}, base = 100;
#pragma omp target map(tofrom: r) firstprivate(base)
    {
        auto int more(int x, int *y);
        auto int (*chosen(int which))(int, int *);
        int less(int x, int *other) { return x - *other + base; }
        r[0] = more(4, &base);
        int more(int x, int *other) { return x + *other; }
        int (*chosen(int n))(int, int *) { return n > 0 ? more : less; }
        r[1] = chosen(1)(1, &base);
        r[2] = chosen(0)(1, &base);
        auto int even(int n);
        int odd(int n) { return n == 0 ? 0 : even(n - 1); }
        int even(int m) { return m == 0 ? 1 : odd(m - 1); }
        r[3] = 10 * even(8) + odd(8);
    }
    int bad = r[0] != 104 || r[1] != 101 || r[2] != 1 || r[3] != 10;
    printf(bad ? "wrong: %d %d %d %d\n" : "ok\n", r[0], r[1], r[2], r[3]);
    return bad;
}
