#include <stdio.h>
struct A { int a:3, b:5; unsigned c:7; long long d:40; unsigned long long e:33; _Bool f:1; };
struct P { char a; int b; short c:4; int :0; char d:2; long e:50; } __attribute__((packed));
struct U { unsigned a:32; int b:32; unsigned long c:64; };
union V { int a:5; unsigned b:9; char c[3]; };
struct A ga = { -1, 7, 100, -12345678901LL, 0x1ffffffffULL, 1 };
struct A gb[2] = { [1] = { .d = 5, .a = 2 } };
int main(void)
{
    struct A s = { 3, -16, 127, 1LL << 38, 1, 0 };
    printf("%d %d %u %lld %llu %d\n", s.a, s.b, s.c, (long long)s.d, (unsigned long long)s.e, s.f);
    printf("%d %d %u %lld %llu %d\n", ga.a, ga.b, ga.c, (long long)ga.d, (unsigned long long)ga.e, ga.f);
    printf("%d %lld\n", gb[1].a, (long long)gb[1].d);
    int v = (s.a = 9); printf("%d %d\n", v, s.a);
    s.a++; s.b--; s.c += 3; s.d <<= 3; s.e -= 2; s.f = 42;
    printf("%d %d %u %lld %llu %d\n", s.a, s.b, s.c, (long long)s.d, (unsigned long long)s.e, s.f);
    printf("%d ", s.a++); printf("%d\n", ++s.b);
    printf("%lld\n", (long long)(ga.e + 1 > 0), 0);
    printf("%d\n", ga.c - 200 < 0);
    struct U u = { 0xffffffffu, -1, ~0UL };
    printf("%d %d %d\n", u.a > 0, u.b < 0, u.c > 0);
    printf("%d\n", (u.a << 1) == 0xfffffffeu);
    struct P p = { 1, 2, -3, 1, -5 };
    printf("%d %d %d %d %ld %zu\n", p.a, p.b, p.c, p.d, (long)p.e, sizeof p);
    union V w = { .b = 300 }; printf("%d %d %zu\n", w.a, w.b, sizeof w);
    struct { unsigned long long x:40; } q = { 0xffffffffffULL };
    printf("%llx %llx\n", (unsigned long long)(q.x << 4), (unsigned long long)(q.x + 1));
    printf("%zu %zu %zu\n", sizeof(struct A), sizeof(struct P), _Alignof(struct P));
    return 0;
}
