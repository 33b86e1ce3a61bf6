// aarch64: no (gcc calls libatomic, which the case does not link)
// C features on the device: builtin; the output is gcc's.
// flags: -w
#include <stdio.h>
#include <stdlib.h>
#include <stdatomic.h>
#include <math.h>
#pragma omp declare target
typedef int v4 __attribute__((vector_size(16))); typedef float f4 __attribute__((vector_size(16)));
_Atomic int ai = 3; atomic_long al; volatile int vi; _Atomic double ad = 1.5; _Atomic _Bool ab; struct { _Atomic short s; } as;
static int work(void)
{
    printf("%d %d %d %d %d %d\n", __builtin_clz(1), __builtin_ctzll(1LL << 40), __builtin_popcountl(0xff0fL), __builtin_parity(7), __builtin_ffs(8), __builtin_clrsb(-2)); printf("%x %llx %x\n", __builtin_bswap32(0x12345678), (long long)__builtin_bswap64(0x123456789abcdef0), __builtin_bswap16(0x1234)); int r; printf("%d ", __builtin_add_overflow(2147483647, 1, &r)); printf("%d ", r); unsigned char cr; printf("%d ", __builtin_mul_overflow(20, 20, &cr)); printf("%d ", cr); unsigned ur; r = __builtin_sub_overflow(1, 2, &ur); printf("%d %u ", r, ur); long lr; r = __builtin_smull_overflow(1L << 40, 1L << 30, &lr); printf("%d %ld\n", r, lr);
    ai++; ++ai; ai += 5; ai |= 64; ai *= 2; int o = ai--; printf("%d %d\n", o, ai); printf("%ld ", atomic_fetch_add(&al, 5)); printf("%ld ", atomic_load(&al)); long e = 5; r = atomic_compare_exchange_strong(&al, &e, 9); printf("%d %ld ", r, (long)al); e = 1; r = atomic_compare_exchange_weak(&al, &e, 9); printf("%d %ld\n", r, e); ad += 2; ad *= 3; printf("%f\n", ad); ab = 5; printf("%d\n", ab); as.s += 7; as.s++; printf("%d\n", as.s); atomic_store(&al, -1); e = atomic_exchange(&al, 3); printf("%ld %ld\n", e, (long)al); int x = 1; printf("%d ", __sync_fetch_and_add(&x, 4)); printf("%d ", __sync_add_and_fetch(&x, 1)); printf("%d ", __sync_bool_compare_and_swap(&x, 6, 8)); printf("%d\n", __sync_val_compare_and_swap(&x, 8, 1)); __atomic_store_n(&x, 12, __ATOMIC_RELEASE); printf("%d ", __atomic_load_n(&x, __ATOMIC_ACQUIRE)); printf("%d ", __atomic_fetch_or(&x, 3, 0)); printf("%d\n", __atomic_nand_fetch(&x, 6, 5)); atomic_flag fl = ATOMIC_FLAG_INIT; printf("%d ", atomic_flag_test_and_set(&fl)); printf("%d\n", atomic_flag_test_and_set(&fl)); atomic_thread_fence(memory_order_seq_cst); atomic_uchar auc = 250; auc += 10; printf("%d\n", auc);
    double d = 2.0; volatile double nan = NAN, inf = INFINITY; printf("%d %d %d %d %d %d\n", isnan(nan), isinf(inf), isfinite(d), signbit(-d) != 0, isnormal(1e-310), fpclassify(0.0) == FP_ZERO); printf("%d %d %d\n", isgreater(d, 1.), isunordered(d, nan), isless(nan, d)); printf("%f %f %f %f %f\n", sqrt(d), fabs(-d), fma(2, 3, 4), floor(-1.5), round(2.5)); printf("%f %f %f %g %f\n", sin(1), pow(2, .5), atan2f(1, 2), fmod(7, 3), hypot(3, 4)); printf("%ld %d\n", lrint(2.7), ilogb(8)); int ex; d = frexp(10, &ex); printf("%f %d\n", d, ex); printf("%f %f\n", fmin(1, nan), copysign(3, -0.)); printf("%d %ld\n", abs(-4), labs(-5L));
    v4 a = { 1, 2, 3, 4 }, b = { 10, 20, 30, 40 }; v4 c = a + b * 2; c[1] = 7; printf("%d %d %d %d\n", c[0], c[1], c[2], c[3]); v4 m = a < 3; printf("%d %d\n", m[0], m[3]); f4 f = { 1.5f, 2, 3, 4 }; f = f * f; printf("%f\n", f[0]); c = -a; c <<= 1; c = ~c & b; printf("%d\n", c[2]); printf("%zu\n", sizeof(v4)); f4 z = { 0 }; f += z; f4 *pf = &f; (*pf)[2] += 1; printf("%f\n", f[2]);
    for (vi = 0; vi < 3; vi++) ; printf("%d\n", vi); volatile int *vp = &vi; *vp += 2; printf("%d %d\n", *vp, vi); if (__builtin_expect(vi == 5, 1)) puts("five"); asm volatile("" ::: "memory"); char *am = __builtin_alloca(10); am[9] = 'x'; printf("%c\n", am[9]); return 0;
}
#pragma omp end declare target

int main(void)
{
    int r = 1;
#pragma omp target map(tofrom: r)
    r = work();
    return r;
}
