// Declarators and types that the C front end reads otherwise: parameters named again in
// the type of a function's result, typeof of enumeration constants, sizes of functions.
#include <stdio.h>
#pragma omp begin declare target
enum E { A, B = 5 };
enum big { C = 1LL << 40 };
typedef int number;
static int twice(int a) { return 2 * a; }
static int thrice(int a) { return 3 * a; }
int (*h(int a))(int a) { return a ? twice : thrice; }
static int sum(int *list, int n) { int s = 0; for (int i = 0; i < n; i++) s += list[i]; return s; }
int (*g(int n, number *list))(int *list, int n);
int (*g(int n, number *list))(int *list, int n) { return n && list[0] ? sum : 0; }
int (*(*two(int a, number b))(number a))(int b) { (void)a; (void)b; return h; }
int (*row(int (*a)[3], int i))[3] { return a + i; }
__typeof__(B) outside = -1;
struct holder { __typeof__(A) m; } holder = {-2};
static __typeof__(B) back(__typeof__(A) x) { return x; }
static int failures(void)
{
    int bad = 0, list[] = {3, 4, 5};
    bad += h(1)(3) != 6 || h(0)(3) != 9;
    bad += 2 * (g(3, list)(list, 3) != 12);
    bad += 4 * (two(1, 2)(1)(4) != 8);
    int m[2][3] = {{1, 2, 3}, {4, 5, 6}};
    bad += 8 * ((*row(m, 1))[2] != 6);
    __typeof__(B) x = -1;
    bad += 16 * !(x < 0);
    bad += 32 * !(outside < 0);
    bad += 64 * !(holder.m < 0);
    bad += 128 * !(back(-3) < 0);
    bad += 256 * !((__typeof__(A))-1 < 0);
    bad += 512 * (_Generic(A, int: 0, default: 1));
    enum E e = B;
    __typeof__(e) y = -1;
    bad += 1024 * (y < 0);
    bad += 2048 * (sizeof(__typeof__(C)) != 8);
    bad += 4096 * (sizeof twice != 1 || sizeof *h != 1);
    __auto_type z = B;
    z = -1;
    bad += 8192 * !(z < 0);
    __typeof__(twice) *p = thrice;
    bad += 16384 * (p(2) != 6);
    __typeof__(+B) w = -1;
    __typeof__(-B) v = -1;
    __typeof__(B | A) u = -1;
    bad += 32768 * !(w < 0 && v < 0 && u < 0);
    __typeof__(B) *pp = &x;
    bad += 65536 * !(*pp < 0) + 131072 * (_Generic(&x, int *: 0, default: 1));
    return bad;
}
#pragma omp end declare target

int main(void)
{
    int bad = -1;
    #pragma omp target map(from: bad)
    bad = failures();
    if (!bad) puts("ok");
    else printf("wrong: %#x\n", bad);
    return !!bad;
}
