// Private variables that a called function sets, or that get their values in another way, and
// items of an allocate clause, which refers to no variable of the host: no warning.
#include <omp.h>
struct vector { double x, y; };
static void set(double *t, double v) { *t = v; }
static void point(struct vector *p, double v)
{
    p->x = v;
    p->y = p->x;
}
static void fill(double *t, int n)
{
    for (int i = 0; i < n; i++) t[i] = i;
}
static void either(double *t, int which)
{
    if (which) *t = 1;
    else *t += 1;
}
double f(int n, double *a)
{
    double t = 1, part[4], s = 0, last = 0;
    int k;
    struct vector v;
#pragma omp target teams distribute parallel for private(t, part, v, k) map(tofrom: a[0:n])
    for (int i = 0; i < n; i++) {
        set(&t, i);
        fill(part, 4);
        point(&v, t);
        for (k = 0; k < 4; k++) a[i] += part[k] + v.x;
    }
#pragma omp target parallel for firstprivate(last) lastprivate(last) map(tofrom: a[0:n], last)
    for (int i = 0; i < n; i++) {
        a[i] += last;
        last = i;
    }
#pragma omp parallel private(t)
    {
#pragma omp single copyprivate(t)
        t = n;
#pragma omp for reduction(+: s)
        for (int i = 0; i < n; i++) s += t * a[i];
    }
#pragma omp parallel for private(t)
    for (int i = 0; i < n; i++) {
        either(&t, i);
        a[i] = t;
    }
#pragma omp target teams num_teams(2) private(t) uses_allocators(omp_default_mem_alloc) allocate(omp_default_mem_alloc: t) map(tofrom: a[0:n])
    {
        t = omp_get_team_num();
        if (t == 0) a[0] = t;
    }
    return s + t + last;
}
