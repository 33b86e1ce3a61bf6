// C features on the device: variadic; the output is gcc's.
// flags: -w
#include <stdarg.h>
#include <stdio.h>
#pragma omp declare target
struct S { int a, b, c; }; struct L { double d[4]; };
static double sum(int n, ...) { va_list ap, cp; va_start(ap, n); va_copy(cp, ap); double t = 0; for (int i = 0; i < n; i++) t += va_arg(ap, int) + va_arg(ap, double); va_end(ap); t += va_arg(cp, int); va_end(cp); return t; }
static int vs(const char *f, va_list ap) { int r = 0; for (; *f; f++) switch (*f) { case 'i': r += va_arg(ap, int); break; case 'l': r += va_arg(ap, long long); break; case 's': { struct S s = va_arg(ap, struct S); r += s.a + s.b + s.c; break; } case 'p': r += *va_arg(ap, int *); break; case 'L': r += va_arg(ap, struct L).d[3]; break; case 'q': r += (int)(va_arg(ap, __int128) >> 64); break; } return r; }
static int v(const char *f, ...) { va_list ap; va_start(ap, f); int r = vs(f, ap); va_end(ap); return r; }
static struct S mk(int k, ...) { va_list ap; va_start(ap, k); struct S s = { k, va_arg(ap, int), 0 }; va_end(ap); return s; }
int (*vp)(const char *, ...) = v;
static int work(void) { int x = 5; struct S s = { 1, 2, 3 }; struct L l = { { 0, 0, 0, 44 } }; printf("%f\n", sum(3, 1, 2.0, 3, 4.0f, (char)5, 6.5)); printf("%d\n", v("islpLqi", 1, s, 1LL << 3, &x, l, (__int128)9 << 64, 1000)); printf("%d %d\n", vp("ii", 3, 4), v("")); printf("%d\n", mk(4, 5).b); char b[40]; snprintf(b, sizeof b, "%d-%s-%c-%g", 7, "x", 'y', 2.5); puts(b); return 0; }
#pragma omp end declare target

int main(void)
{
    int r = 1;
#pragma omp target map(tofrom: r)
    r = work();
    return r;
}
