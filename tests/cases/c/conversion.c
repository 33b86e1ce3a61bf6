// aarch64: no (char is unsigned)
// C features on the device: conversion; the output is gcc's.
// flags: -w
#include <stdio.h>
#include <limits.h>
#pragma omp declare target
enum E { A, B = 5, C, N = -1 }; enum F { F1 = 1 }; enum G { G1 = 0x80000000u };
typedef __int128 i128; typedef unsigned __int128 u128;
volatile int one = 1; volatile double dv = -1.5; volatile float fv = 16777217.0f; volatile unsigned char uc = 200; volatile signed char sc = -100; volatile short sh = -1; volatile unsigned u = 4000000000u; volatile long long ll = -5; volatile _Bool bo;
static int work(void)
{
    printf("%d %d %d\n", sc + uc, (unsigned char)(sc + uc), (signed char)(uc + one));
    printf("%d %u\n", sc < u, sh + u);
    printf("%d %ld %d\n", (int)dv, (long)(dv * 1e10), (unsigned char)(int)dv);
    printf("%f %f %.9g\n", (double)u, (float)ll, (double)fv);
    bo = 0.25; printf("%d ", bo); bo = 256; printf("%d ", bo); bo = &one; printf("%d ", bo); bo = 0.0; printf("%d\n", bo); 
    bo++; bo++; printf("%d ", bo); bo--; printf("%d ", bo); bo--; printf("%d\n", bo);
    printf("%d %d %d\n", 5 / -2, 5 % -2, -7 >> 1); printf("%d %d\n", (-7 * one) >> 1, (int)((unsigned)(-7 * one) >> 28));
    i128 a = (i128)1 << 100; u128 b = (u128)-1; printf("%llx %llx\n", (unsigned long long)(a >> 64), (unsigned long long)(b >> 120));
    a = -(i128)ll * 1000000007LL * 1000000009LL * 37; printf("%lld %lld %lld\n", (long long)(a / 1000000007LL), (long long)(a % 998244353), (long long)(a >> 10));
    printf("%f\n", (double)a); printf("%lld\n", (long long)(i128)1e20 ? (long long)((i128)1e20 / 1000) : 0);
    enum F f = F1; f -= 2; printf("%d\n", f > 0); enum E e = N; printf("%d %zu %d\n", e < 0, sizeof(enum G), G1 > 0);
    printf("%d %d\n", 'a' == L'a', '\xff'); printf("%d\n", sizeof('a') == sizeof(int));
    printf("%lld %llu\n", LLONG_MIN, ULLONG_MAX); printf("%u\n", -1 < 0u);
    printf("%d\n", (char)300); printf("%hhd %hd\n", (signed char)0x1ff, (short)0x18000);
    unsigned s = 1; s <<= 31; printf("%u %d\n", s, (int)s < 0); long sl = 1L << 40 | 1; printf("%d %ld\n", (int)sl, sl >> 40);
    float ff = 0.1f; double dd = 0.1; printf("%d %.17g %.17g\n", ff == dd, ff, (double)(float)dd); printf("%.17g\n", 0.1f + 0.2f);
    int x = 10; x += 3.7; printf("%d ", x); x *= 1.5; printf("%d ", x); x -= -0.5; printf("%d\n", x); char c = 100; c += 100; printf("%d\n", c); c <<= 1; printf("%d\n", c);
    unsigned long ul = 0x8000000000000401UL; printf("%.0f %.0f\n", (float)ul, (double)ul); printf("%lu\n", (unsigned long)1.8e19);
    _Float16 h = 1.0f / 3; printf("%.10f %.10f\n", (double)h, (double)(_Float16)(h * h)); h += 1; printf("%f\n", (double)h);
    void *p = (void *)0x1234; printf("%d %lx\n", (p ? 1 : 2), (long)p + 1); printf("%d\n", !p + !0);
    int arr[10]; printf("%td %d\n", &arr[7] - arr, &arr[3] > &arr[2]); printf("%d\n", (short)-1 == (unsigned short)-1);
    printf("%d %d\n", -1L < 1U, -1 < 1U); printf("%d %d\n", ~uc, -uc);
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
