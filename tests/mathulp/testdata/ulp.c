/* Errors of the GPU mathematical library (libclc, built for the host) against
 * glibc in the next precision, in units in the last place of the result. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t state = 88172645463325252u;
static uint64_t next(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
}

/* A number in [lo, hi]: half of them uniform, half with uniform exponents. */
static double draw(double lo, double hi)
{
    double u = (double)(next() >> 11) * 0x1p-53;
    if (next() & 1) return lo + (hi - lo) * u;
    double m = fmax(fabs(lo), fabs(hi));
    double x = exp2(log2(m) - 40 * u);
    if (lo < 0 && next() & 1) x = -x;
    return x < lo ? lo : x > hi ? hi : x;
}

static double err64(double got, long double want)
{
    if (isnan(got) && isnan(want)) return 0;
    double w = (double)want;
    if (isinf(w) || isinf(got)) return got == w ? 0 : 1e30;
    int e;
    frexpl(want, &e);
    long double ulp = ldexpl(1, (e < -1021 ? -1021 : e) - 53);
    return (double)(fabsl((long double)got - want) / ulp);
}

static double err32(float got, double want)
{
    if (isnan(got) && isnan(want)) return 0;
    float w = (float)want;
    if (isinf(w) || isinf(got)) return got == w ? 0 : 1e30;
    int e;
    frexp(want, &e);
    double ulp = ldexp(1, (e < -125 ? -125 : e) - 24);
    return fabs((double)got - want) / ulp;
}

#define ONE(name, mangled, lo, hi)                                                                          \
    static void test_##name(int n)                                                                           \
    {                                                                                                        \
        double wd = 0, wf = 0, ad = 0, af = 0;                                                               \
        for (int i = 0; i < n; i++) {                                                                        \
            double x = draw(lo, hi), e = err64(libd_##name(x), name##l(x));                                   \
            if (e > wd) wd = e, ad = x;                                                                      \
            float y = (float)draw(lo, hi < 3e38 ? hi : 3e38), f = (float)err32(libf_##name(y), name(y));     \
            if (f > wf) wf = f, af = y;                                                                      \
        }                                                                                                    \
        printf("| " #name " | %g … %g | %.2f | %a | %.2f | %a |\n", (double)(lo), (double)(hi), wd, ad, wf, af); \
    }
#define TWO(name, mangled, lo, hi, lo2, hi2)                                                                 \
    static void test_##name(int n)                                                                           \
    {                                                                                                        \
        double wd = 0, wf = 0, ad = 0, af = 0;                                                               \
        for (int i = 0; i < n; i++) {                                                                        \
            double x = draw(lo, hi), z = draw(lo2, hi2), e = err64(libd_##name(x, z), name##l(x, z));         \
            if (e > wd) wd = e, ad = x;                                                                      \
            float y = (float)draw(lo, hi), v = (float)draw(lo2, hi2), f = (float)err32(libf_##name(y, v), name(y, v)); \
            if (f > wf) wf = f, af = y;                                                                      \
        }                                                                                                    \
        printf("| " #name " | %g … %g, %g … %g | %.2f | %a | %.2f | %a |\n", (double)(lo), (double)(hi), (double)(lo2), (double)(hi2), wd, ad, wf, af); \
    }

/* ORDER is for functions whose first argument is an integer. */
#define ORDER(name, from, to, lo, hi)                                                                        \
    static void test_##name(int n)                                                                           \
    {                                                                                                        \
        double wd = 0, wf = 0, ad = 0, af = 0;                                                               \
        for (int i = 0; i < n; i++) {                                                                        \
            int k = from + (int)(next() % (to - from + 1));                                                  \
            double x = draw(lo, hi), e = err64(libd_##name(k, x), name##l(k, x));                             \
            if (e > wd) wd = e, ad = x;                                                                      \
            float y = (float)draw(lo, hi), f = (float)err32(libf_##name(k, y), name(k, y));                   \
            if (f > wf) wf = f, af = y;                                                                      \
        }                                                                                                    \
        printf("| " #name " | %d … %d, %g … %g | %.2f | %a | %.2f | %a |\n", from, to, (double)(lo), (double)(hi), wd, ad, wf, af); \
    }

#define LIST                                                                                                 \
    F1(acos, "4acos", -1., 1.) F1(acosh, "5acosh", 1., 1e10) F1(asin, "4asin", -1., 1.) F1(asinh, "5asinh", -1e10, 1e10) \
    F1(atan, "4atan", -1e5, 1e5) F1(atanh, "5atanh", -0.999, 0.999) F1(cbrt, "4cbrt", -1e30, 1e30) F1(cos, "3cos", -1e5, 1e5) \
    F1(cosh, "4cosh", -80., 80.) F1(erf, "3erf", -6., 6.) F1(erfc, "4erfc", -5., 9.) F1(exp, "3exp", -80., 80.) \
    F1(exp2, "4exp2", -120., 120.) F1(expm1, "5expm1", -30., 80.) F1(lgamma, "6lgamma", 0.01, 1000.) F1(log, "3log", 1e-30, 1e30) \
    F1(log10, "5log10", 1e-30, 1e30) F1(log1p, "5log1p", -0.99, 1e20) F1(log2, "4log2", 1e-30, 1e30) F1(logb, "4logb", 1e-30, 1e30) \
    F1(sin, "3sin", -1e5, 1e5) F1(sinh, "4sinh", -80., 80.) F1(tan, "3tan", -1e5, 1e5) F1(tanh, "4tanh", -20., 20.) F1(tgamma, "6tgamma", 0.01, 30.) \
    F2(atan2, "5atan2", -1e5, 1e5, -1e5, 1e5) F2(fdim, "4fdim", -1e5, 1e5, -1e5, 1e5) F2(fmod, "4fmod", -1e5, 1e5, 0.1, 100.) \
    F2(hypot, "5hypot", -1e15, 1e15, -1e15, 1e15) F2(pow, "3pow", 1e-3, 100., -15., 15.) \
    F2(remainder, "9remainder", -1e5, 1e5, 0.1, 100.) \
    F1(j0, "2j0", 0., 1e5) F1(j1, "2j1", -1e5, 1e5) F1(y0, "2y0", 1e-30, 1e5) F1(y1, "2y1", 1e-30, 1e5) F3(jn, 2, 30, 0., 1e3) F3(yn, 2, 30, 0.01, 1e3)

/* What rt/devlib has instead of libclc's functions, from its own text: there the
 * names are libclc's double functions. */
double clc_tan(double) __asm__("_Z3tand");
double clc_sinh(double) __asm__("_Z4sinhd");
double clc_cosh(double) __asm__("_Z4coshd");
double clc_atan2(double, double) __asm__("_Z5atan2dd");
double clc_erf(double) __asm__("_Z3erfd");
double clc_remainder(double, double) __asm__("_Z9remainderdd");
float clc_remainderf(float, float) __asm__("_Z9remainderff");
typedef uint64_t u64;
#define tan clc_tan
#define sinh clc_sinh
#define cosh clc_cosh
#define atan2 clc_atan2
#define erf clc_erf
#define remainder clc_remainder
#define remainderf clc_remainderf
#define N(name) dev_##name
#include "../../../rt/devlib/math.c"
#include "../../../rt/devlib/special.c"
#undef tan
#undef sinh
#undef cosh
#undef atan2
#undef erf
#undef remainder
#undef remainderf

/* The Bessel functions are measured against those of binary128: glibc's in long
 * double lose places beside their zeros. */
__float128 j0f128(__float128), j1f128(__float128), jnf128(int, __float128), y0f128(__float128), y1f128(__float128), ynf128(int, __float128);
#define j0l j0f128
#define j1l j1f128
#define jnl jnf128
#define y0l y0f128
#define y1l y1f128
#define ynl ynf128

#define F1(name, mangled, ...)                                  \
    double libd_##name(double) __asm__("_Z" mangled "d");       \
    float libf_##name(float) __asm__("_Z" mangled "f");
#define F2(name, mangled, ...)                                  \
    double libd_##name(double, double) __asm__("_Z" mangled "dd"); \
    float libf_##name(float, float) __asm__("_Z" mangled "ff");
#define F3(...)
LIST
#undef F1
#undef F2
#undef F3
#define libd_erfc dev_erfc
#define libd_lgamma dev_lgamma
#define libd_tgamma dev_tgamma
#define libf_tgamma dev_tgammaf
#define libf_tan dev_tanf
#define libf_sinh dev_sinhf
#define libf_cosh dev_coshf
#define libf_atan2 dev_atan2f
#define libf_erfc dev_erfcf
#define libf_lgamma dev_lgammaf
#define libd_j0 dev_j0
#define libf_j0 dev_j0f
#define libd_j1 dev_j1
#define libf_j1 dev_j1f
#define libd_jn dev_jn
#define libf_jn dev_jnf
#define libd_y0 dev_y0
#define libf_y0 dev_y0f
#define libd_y1 dev_y1
#define libf_y1 dev_y1f
#define libd_yn dev_yn
#define libf_yn dev_ynf
#define F1 ONE
#define F2 TWO
#define F3 ORDER
#pragma clang diagnostic ignored "-Wpointer-bool-conversion"
LIST
#undef F1
#undef F2
#undef F3
#define F1(name, ...) test_##name(n);
#define F2(name, ...) test_##name(n);
#define F3(name, ...) test_##name(n);

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 100000;
    LIST
    return 0;
}
