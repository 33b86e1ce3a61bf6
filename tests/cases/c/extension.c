// aarch64: no (char is unsigned)
// C features on the device: GNU extensions and what C11 added; the output is gcc's.
// flags: -w
#include <stdio.h>
#include <stddef.h>
#include <stdint.h>
#pragma omp declare target
static int log_[20], nlog;
struct z { int n; int a[0]; }; struct e { }; struct f { int n; char d[]; };
static struct f fl = { 3, "hello" };
union tu { int *ip; const float *fp; } __attribute__((transparent_union));
static int tuf(union tu u) { return *u.ip; }
enum pe { PA, PB = 200 } __attribute__((packed));
struct an { int a; struct { int b; union { int c; float d; }; }; };
static int elvis(int x) { return x ?: 42; }
static double av = 3.5;
struct off { char c; struct { short s; int i[4]; } in[3]; };
_Static_assert(sizeof(struct e) == 0, "empty");
static inline __attribute__((always_inline)) int ai(int x) { return x + 1; }
__attribute__((const, noinline)) static int cf(int x) { return x * x; }
static int sw(unsigned long long x) { switch (x) { case 0xffffffffffffffffULL: return 1; case 1ULL << 40 ... (1ULL << 40) + 5: return 2; } return 0; }
struct __attribute__((aligned(64))) al { char c; };
typedef int v4 __attribute__((vector_size(16)));
static int first_word(void) { __func__; return sizeof __func__; }
static long work(void)
{
    printf("%zu %zu %zu\n", sizeof(struct z), sizeof(struct f), sizeof(enum pe));
    int x = 5; printf("%d %d %s\n", tuf(&x), elvis(0) + elvis(7), fl.d);
    struct an s = { 1, { 2, { .d = 1.5f } } }; printf("%d %d %g %g\n", s.b, s.c, s.d, av);
    printf("%zu %zu\n", offsetof(struct off, in[2].i[3]), __builtin_offsetof(struct off, in[1].s));
    printf("%d %d %d\n", 0b1011, ai(3), cf(5)); void *p = log_; printf("%d\n", *(int *)(p + 4));
    printf("%d %d %d\n", sw(~0ULL), sw((1ULL << 40) + 3), sw(3));
    printf("%s %s %d\n", __func__, __FUNCTION__, first_word());
    _Alignas(64) char ab[3]; struct al aa[2]; printf("%d %zu %d\n", (int)((uintptr_t)ab % 64), sizeof aa, (int)((uintptr_t)&aa % 64));
    v4 a = { 1, 2, 3, 4 }, b = a * 2 + (a > 2); v4 c = (a == b) & a; printf("%d %d %d %d\n", b[0], b[3], c[1], (a << 2)[2]);
    printf("%d %d\n", __builtin_choose_expr(1, 5, "x"), _Generic(1.0f, float: 3, default: 4));
    int (*fp)[3] = &(int[3]){ 1, 2, 3 }; printf("%d\n", (*fp)[2]); 
    char u8s[] = u8"é"; unsigned short u16 = u'é'; printf("%zu %d %d\n", sizeof u8s, u16, (int)L'é' );
    printf("%d %d\n", __builtin_types_compatible_p(int[5], int[]), __builtin_types_compatible_p(char *, int));
    int arr[] = { [3] = 1, 2, [0] = 9 }; printf("%zu %d\n", sizeof arr / sizeof *arr, arr[4]);
    printf("%d %d\n", __builtin_ffs(8), __builtin_popcountll(~0ULL));
    unsigned char bv = 250; bv += 10; signed char sc = 127; sc++; printf("%d %d\n", bv, sc);
    __int128 big = (__int128)1 << 100; printf("%d\n", (int)(big >> 98)); 
    return 0;
}
int v = 3;
static int w = 5;
static int scopes(void) { int v = 4; { extern int v; extern int w; return v * 10 + w + (v != 4); } }
static int later(void) { extern int late; return late; }
int late = 9;
int ar[10] = { 1 };
extern int al_[10] __attribute__((alias("ar")));
static int fa(void) { return 77; }
int fal(void) __attribute__((alias("fa")));
#pragma omp end declare target

int main(void)
{
    int r = 1;
    #pragma omp target map(tofrom: r)
    { r = work(); printf("%d %d %d %d\n", scopes(), later(), al_[0], fal()); unsigned b[] = U"aé€😀"; char e[] = u8"é€" "x"; printf("%u %zu %d\n", b[3], sizeof e, e[1]); }
    return r;
}

