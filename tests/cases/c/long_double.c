// aarch64: no (long double has other digits)
// C features on the device: long double; the output is gcc's.
// gpu: no (long double)
// flags: -w
#include <complex.h>
#include <stdarg.h>
#include <stdio.h>
#pragma omp declare target
static int vs(const char *f, ...) { va_list ap; va_start(ap, f); int r = 0; for (; *f; f++) switch (*f) { case 'i': r += va_arg(ap, int); break; case 'D': r += va_arg(ap, long double); break; } va_end(ap); return r; }
long double lds[3] = { 1.5L, 2.5L, 3.5L };
struct ld { char c; long double x; int y; } sld = { 1, 2.25L, 7 };
struct __attribute__((packed)) pld { char c; long double x; int y; } pld = { 1, 2.25L, 7 };
_Complex long double zl[2] = { 1.0L + 2.0iL, 3.0L };
static int work(void)
{
    volatile double one = 1;
    long double complex lz = 1.0L + 2.0L * I; lz = lz * lz / (3.0L - I); printf("%.18Lg %.18Lg\n", creall(lz), cimagl(lz));
    long double ld = 1.0L / 3; printf("%.20Lf %.20Lf\n", ld, ld * one); printf("%zu\n", sizeof ld);
    printf("%d\n", vs("iDiDD", 1, 7.5L, 2, 8.5L, -1.0L));
    printf("%Lg %Lg %Lg %d %Lg %d %d %Lg %d %zu\n", lds[0], lds[1], lds[2], sld.c, sld.x, sld.y, pld.c, pld.x, pld.y, sizeof pld);
    printf("%Lg %Lg %Lg %Lg\n", __real__ zl[0], __imag__ zl[0], __real__ zl[1], __imag__ zl[1]);
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
