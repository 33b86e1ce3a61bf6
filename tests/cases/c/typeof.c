// amd: slow
// typeof in every place; functions of the library without a declaration, without a prototype, and by pointer.
// host: gcc
// flags: -w
#pragma omp begin declare target
typedef unsigned short us;
int printf(); void *memcpy();
extern int sprintf(char *, const char *, ...);
static int f(int n)
{
    typeof(int) x = 3; typeof(x) y = 4; __typeof__(int *) z = &x; const typeof(y) w = 1; typeof(int[3]) q;
    typeof(us) s = 65537; int v[n]; typeof(v) v2; typeof(const int) ci = 5; __typeof(({ int a = 3; a + 1L; })) se = 9;
    struct { int a : 3; } bb; typeof(bb.a + 0) bf = 1; typeof(v[0]) v0 = 3; typeof(&v) pv = &v; typeof(n++) nn = 1;
    typeof(int[n]) q3; typeof(typeof(q)) q4; typeof(typeof(int) *) *pi = 0; typeof(unsigned const
    char) cc = -1; typeof("abc") st = "abc"; typeof(struct { int a, b; }) ss = { 1, 2 }; typeof(f(3)) fr = 0;
    printf("%d %d %zu %zu %zu %d %zu %zu\n", (int)s, n, sizeof v2, sizeof q3, sizeof pi, cc, sizeof st, sizeof ss);
    return x + y + *z + w + sizeof q + ci + sizeof se + sizeof pv + sizeof q4 + fr + bf + v0 + nn + se;
}
static int call(int (*fp)(char *, const char *, ...), char *to) { return fp(to, "%d %.1f %s", 7, 2.5, "x"); }
static int again(void)
{
    int n = 0;
lab:;
    int x[n % 1000 + 1]; x[0] = 1;
mid:;
    int y[n % 1000 + 1]; y[0] = 0, y[n % 1000] = n;
    if (++n < 100000) { if (n % 3) goto lab; goto mid; }
    return x[0] + y[0];
}
static int inner(void) { int n = 0; if (0) { lab:; } int x[n % 1000 + 1]; x[n % 1000] = n; if (++n < 1000000) goto lab; return x[999]; }
typedef int v4 __attribute__((vector_size(16)));
typedef float f4 __attribute__((vector_size(16)));
typedef short s4 __attribute__((vector_size(8)));
typedef double d4 __attribute__((vector_size(32)));
struct plain { char c; double x; int y; } st = { 1, 2.25, 7 };
static int work(void)
{
    char b[40];
    printf("%d\n", f(5));
    int n = call(sprintf, b);
    puts(b);
    printf("%d %d %d\n", n, strlen(b) == n, abs(-3));
    printf("%d %d\n", again(), inner());
    f4 x = { 1.5f, -2.5f, 3e9f, 0 }; d4 d = __builtin_convertvector(x, d4); v4 i = __builtin_convertvector((f4){ 7.9f, -7.9f, 1, 0 }, v4); s4 t = __builtin_convertvector(i, s4);
    printf("%g %g %d %d %d %d\n", d[0], d[2], i[0], i[1], t[0], t[1]);
    printf("%d %d %d %d %d %d\n", __builtin_classify_type(1), __builtin_classify_type(2.0), __builtin_classify_type(b), __builtin_classify_type(st), __builtin_classify_type(2.0i), __builtin_classify_type((char)1));
    printf("%d %d %u\n", (int)2147483648.0f, (int)-1e30, (unsigned)1e30f);
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
