// C features on the device: pointer; the output is gcc's.
// flags: -w
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#pragma omp declare target
typedef int (*op)(int, int); static int add(int a, int b) { return a + b; } static int mul(int a, int b) { return a * b; } op tab[2] = { add, mul }; struct M { op f; struct M *next; } m2 = { mul, 0 }, m1 = { &add, &m2 };
static op pick(int i) { return i ? mul : *add; } static int apply(int f(int, int), int x[static 2]) { return (*f)(x[0], x[1]) + (***f)(1, 1); }
static int cmp(const void *a, const void *b) { return *(const int *)a - *(const int *)b; } int kr(a, b, c) char a; float b; int *c; { return a + (int)b + *c; }
static int cnt(void) { static int n = 10; static int *p = &n; return (*p)++; } extern int ext; int ext = 42; static int tent; int tent2; int tent2;
static int rec(int n) { return n ? n + rec(n - 1) : 0; } int odd(int); int even(int n) { return n ? odd(n - 1) : 1; } int odd(int n) { return n ? even(n - 1) : 0; } inline static int inl(int x) { return x * 3; }
static int work(void)
{
    int a[] = { 5, 3, 9, 1 }; qsort(a, 4, sizeof *a, cmp); for (int i = 0; i < 4; i++) printf("%d ", i[a]); printf("%d %d %d %d\n", tab[1](3, 4), pick(0)(3, 4), apply(add, a), m1.next->f(5, 6)); int k = 3; printf("%d %d %d %d\n", kr('a', 2.5, &k), cnt(), 11, ext + tent + tent2); printf("%d %d %d\n", rec(100), even(10), inl(4));
    int *p = a + 1; printf("%d ", *p++); printf("%d ", *p); printf("%d ", *--p); printf("%d\n", p[-1]); int (*pa)[4] = &a; printf("%d %td\n", (*pa)[2], (char *)(pa + 1) - (char *)pa); char *s = "str"; while (*s) putchar(*s++); putchar('\n'); void *v = a; v += 4; printf("%d\n", *(int *)v); int **pp = &p; **pp = 77; printf("%d\n", a[1]); printf("%d\n", pick == pick ? 1 : 0);
    unsigned long up = (unsigned long)&a[0]; printf("%d\n", *(int *)(up + 8)); char *h = malloc(100); strcpy(h, "heap"); strcat(h, "!"); printf("%s %zu %d\n", h, strlen(h), strcmp(h, "heap")); free(h); int m[2][3][4]; m[1][2][3] = 5; printf("%d %zu\n", *(*(*(m + 1) + 2) + 3), sizeof m[0]); int (*row)[4] = m[1]; printf("%d\n", row[2][3]); struct M *mp = &m1; printf("%d\n", (mp = mp->next)->f(2, 3)); const char *cs[] = { "a", "b" }; const char **cpp = cs; printf("%s\n", *++cpp); printf("%s\n", &"hello"[1]); printf("%c\n", "abc"[2]);
    _Alignas(64) char al[3]; printf("%lu %zu\n", (unsigned long)al % 64, _Alignof(long double)); printf("%s\n", _Generic(1.0f, float: "f", double: "d", default: "?")); typeof(a[0] + 1L) tl = 1L << 40; printf("%ld\n", tl); __auto_type at = 2.5; printf("%f\n", at); _Static_assert(sizeof(int) == 4, "x"); printf("%d\n", __builtin_types_compatible_p(int, typeof(a[0]))); printf("%d\n", __builtin_choose_expr(1, 5, 6)); printf("%d %d\n", __builtin_constant_p(3), __builtin_offsetof(struct M, next) == 8); return 0;
}
#pragma omp end declare target

int main(void)
{
    int r = 1;
#pragma omp target map(tofrom: r)
    r = work();
    return r;
}
