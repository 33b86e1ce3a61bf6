// Addresses of host functions in tables and structures, and given to a function that calls them.
struct operation { int (*f)(int); int x; };
static int twice(int x) { return 2 * x; }
static int apply(int (*f)(int), int x) { return f(x); }
static int (*table[2])(int) = { twice, twice };
int main(void)
{
    int r, s, t;
    int (*f)(int) = twice;
    struct operation o;
    o.f = twice;
    o.x = 3;
#pragma omp target map(to: table) map(from: r)
    r = table[1](3);
#pragma omp target map(from: s)
    s = apply(f, 3);
#pragma omp target map(to: o) map(from: t)
    t = o.f(o.x);
    return r + s + t;
}
