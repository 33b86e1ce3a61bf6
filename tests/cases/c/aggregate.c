// aarch64: no (wchar_t is unsigned)
// C features on the device: aggregate; the output is gcc's.
// flags: -w
#include <stdio.h>
#include <stddef.h>
#include <string.h>
#pragma omp declare target
typedef struct { int x, y; } P; typedef struct { P a[2]; char s[8]; double d; union { int i; float f; }; struct { short q, r; } n; } Big;
static Big mk(int k) { Big b = { .a = { [1] = { k, k + 1 } }, .s = "ab", .d = k / 2., .f = 1.5f, .n.r = 9, .n.q = 8 }; return b; }
static P swap(P p) { int t = p.x; p.x = p.y; p.y = t; return p; }
static int use(Big b, P p) { b.a[0].x = 100; return b.a[1].y + b.s[1] + p.x + b.i + b.a[0].x; }
int a1[] = { 1, 2, [5] = 6, 7, [0 ... 1] = 9 }; int a2[3][2] = { 1, 2, { 3 }, 5 }; char *names[] = { "x", "yy", [3] = "zzz" };
struct flex { int n; short d[]; } fl = { 3, { 1, 2, 3 } }; Big gb = { { { 1 }, 2, 3 }, "hi", 2.5, { 7 }, { 1, 2 } }; P *gp = &gb.a[1]; int *ip = &a1[3]; char *mid = "hello" + 2; ptrdiff_t off = offsetof(Big, n.r);
struct { struct { int a, b; } in; int c; } nest = { .in = { 1, 2 }, .in.b = 5, 6 }; P parr[4] = { [1 ... 2] = { 3, 4 }, { 5 } }; P *lit = (P[]){ { 1, 2 }, { 3, 4 } }; int (*fp)(Big, P) = use; double ga = 1.0 / 3, gz = -0.0, gi = 1e300*1e300; float gf = 0.1; unsigned char gc = 300; long gl = (long)sizeof(Big) * 3; char gs[3] = "abc", gt[10] = { "de" }; const wchar_t *ws = L"hé"; int w0[] = L"xy";
union { char c[8]; long l; } gu = { .l = 0x4142434445464748 }; struct { int a; P *p; } self = { 1, (P *)&self };
static int work(void)
{
    Big b = mk(7), c; c = b; c.a[1] = swap(c.a[1]); printf("%d %d %s %f %f %d %d\n", c.a[1].x, c.a[1].y, c.s, c.d, c.f, c.n.q, c.n.r);
    printf("%d %d %d\n", use(b, (P){ 3, 4 }), b.a[0].x, mk(3).a[1].y); printf("%d\n", fp(mk(1), swap((P){ 1, 2 })));
    for (int i = 0; i < 7; i++) printf("%d ", a1[i]); for (int i = 0; i < 6; i++) printf("%d ", (&a2[0][0])[i]); puts(names[3]); printf("%d %zu %d\n", names[2] == 0, sizeof names, fl.d[2]);
    printf("%d %d %d %d %s %d %td\n", gb.a[0].x, gb.a[1].x, gp->x, *ip, mid, gb.n.r, off); printf("%d %d %d %d %d\n", nest.in.a, nest.in.b, nest.c, parr[2].y, parr[3].x); printf("%d\n", lit[1].x);
    printf("%f %f %f %f %d %ld %.3s %s %d %d %d\n", ga, gz, gi, gf, gc, gl, gs, gt, (int)ws[1], w0[1], gu.c[0]); printf("%d\n", self.p == (P *)&self);
    P *q = &(P){ 10, 20 }; q->x++; printf("%d %d\n", q->x, (&(P){ 5, 6 })->y); int k = 3; P dyn[] = { { k, k * 2 }, { .y = k++ } }; printf("%d %d %d %zu\n", dyn[0].y, dyn[1].y, k, sizeof dyn);
    char s1[] = "abc", s2[10] = "xyz", s3[2] = { 'q' }; printf("%zu %d %d %s\n", sizeof s1, s2[5], s3[1], s2); int z[5] = { 0 }; printf("%d\n", z[4]); struct { int x; int y[3]; } t = { 1, 2, 3 }; printf("%d %d\n", t.y[1], t.y[2]);
    P arr2[2] = { swap((P){ 1, 2 }), b.a[1] }; printf("%d %d\n", arr2[0].x, arr2[1].x); P cnd = k ? arr2[0] : arr2[1]; printf("%d\n", cnd.y); printf("%d\n", (k > 100 ? arr2[0] : arr2[1]).y); 
    struct E {} e1, e2; e1 = e2; printf("%zu\n", sizeof e1); Big *pb = &b; *pb = *pb; pb->a[0] = pb->a[1]; printf("%d\n", b.a[0].x); (void)memcmp(&b, &c, sizeof b); P chain1, chain2; chain1 = chain2 = b.a[0]; printf("%d\n", chain1.x); printf("%s %s\n", __func__, __FUNCTION__);
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
