// C features on the device: flow; the output is gcc's.
// flags: -w
#include <stdio.h>
#pragma omp declare target
static void duff(char *to, const char *from, int count) { int n = (count + 7) / 8; switch (count % 8) { case 0: do { *to++ = *from++; case 7: *to++ = *from++; case 6: *to++ = *from++; case 5: *to++ = *from++; case 4: *to++ = *from++; case 3: *to++ = *from++; case 2: *to++ = *from++; case 1: *to++ = *from++; } while (--n > 0); } }
static int rng(int c) { switch (c) { case 0 ... 9: return 1; case 'a' ... 'z': return 2; case -5: return 3; default: return 0; } }
static int vm(const unsigned char *pc) { static void *tab[] = { &&push, &&add, &&mul, &&halt }; int st[16], sp = 0; goto *tab[*pc++]; push: st[sp++] = *pc++; goto *tab[*pc++]; add: sp--; st[sp - 1] += st[sp]; goto *tab[*pc++]; mul: sp--; st[sp - 1] *= st[sp]; goto *tab[*pc++]; halt: return st[0]; }
static int into(int x) { int r = 0; if (x) goto in; for (int i = 0; i < 3; i++) { r += 10; in: r += 1; if (x) { x = 0; i = 0; } } return r; }
static int sw2(long x) { int r = 0; switch (x) { r = 99; case 1: { r += 1; case 2: r += 2; } break; case 0x100000000L: r = 7; default: r += 100; } return r; }
static int work(void)
{
    char b[32] = ""; duff(b, "hello, duff's device", 21); puts(b);
    printf("%d %d %d %d\n", rng(5), rng('q'), rng(-5), rng(77));
    unsigned char prog[] = { 0, 6, 0, 7, 2, 0, 8, 1, 3 }; printf("%d\n", vm(prog));
    printf("%d %d\n", into(0), into(1));
    printf("%d %d %d %d\n", sw2(1), sw2(2), sw2(0x100000000L), sw2(3));
    int i = 0; do { if (i == 3) continue; if (i == 6) break; printf("%d ", i); } while (i++ < 10); puts("");
    for (int i = 0, j = 10; i < j; i++, j--) printf("%d ", i * j); puts("");
    int k = 5; while (k --> 0) { switch (k) { case 3: continue; case 1: break; default: printf("k%d ", k); } } puts("");
    int x = ({ int t = 5; t * t; }) + ({ __label__ l; int n = 0; l: if (n++ < 3) goto l; n; }); printf("%d\n", x);
    printf("%d\n", 0 ?: 7); 
    switch (3) case 3: puts("single");
    unsigned char uc = 255; switch (uc) { case 255: puts("uc"); }
    for (;;) { if (k++ > 3) break; }
    printf("%d\n", k);
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
