// The first use of a private variable may be in a function that gets it; lastprivate gives it no value either.
struct vector { double x, y; };
static void add(double *sum, double v) { *sum += v; }
static void more(double *sum, double v) { add(sum, v); }
static double length(const struct vector *v) { return v->x * v->x + v->y * v->y; }
static double first(struct vector v) { return v.x; }
static double total(const double *t, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++) s += t[i];
    return s;
}
void f(int n, double *a)
{
    double t = 1, part[4] = { 1, 2, 3, 4 }, *q = a;
    struct vector v = { 1, 2 }, w = v;
#pragma omp target teams distribute parallel for private(t, part, v, w) map(tofrom: a[0:n])
    for (int i = 0; i < n; i++) {
        more(&t, a[i]);
        a[i] = t + total(part, 4) + length(&v) + first(w);
    }
#pragma omp target teams distribute parallel for lastprivate(t) map(tofrom: a[0:n], t)
    for (int i = 0; i < n; i++) {
        a[i] += t;
        t = i;
    }
#pragma omp parallel for private(q)
    for (int i = 0; i < n; i++) q[i] = 0;
}
