// Types that differ by qualifiers, and members of one name at several depths.
// flags: -w
#include <stdio.h>
#pragma omp begin declare target
struct in { int a; int f5; unsigned char *p; long q; };
struct s { int f0; struct in f2; union { float f5; double d; }; struct { struct { double *p; signed char q; }; }; };
static int work(void)
{
    printf("%d%d%d%d%d%d\n", __builtin_types_compatible_p(const int *, int *), __builtin_types_compatible_p(int *const, int *),
           __builtin_types_compatible_p(char *const *, char **), __builtin_types_compatible_p(const int, int),
           __builtin_types_compatible_p(const volatile char *, volatile char const *), __builtin_types_compatible_p(int **, int *const *));
    double v[3] = { 1, 2.5, 3 };
    struct s x = { 1, { 2, 3 }, { 4.5f } }, *y = &x;
    x.p = v, x.q = -5;
    double r = x.f5 / 2 + *(x.p + 1) + y->p[2];
    printf("%g %d %zu %d %g\n", r, y->q * 3, sizeof x.q, x.f2.f5, y->f5 += 1);
    return 0;
}
#pragma omp end declare target

int main(void)
{
    int r = 1;
#pragma omp target map(tofrom: r)
    r = work();
    return r;
}
