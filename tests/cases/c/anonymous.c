// Members of anonymous structures and unions whose names structures before them have too.
#include <stdio.h>
struct s1 { int a; double c; char cc[5]; long q; };
struct s2 { struct s1 f; union { int c; double cd; char cc[3]; struct { short q, r; }; }; int tail; };
struct s3 { struct s2 g; struct { float c; struct { int z; } q; }; char fam[]; };
typedef struct { struct s1 s; union { struct tagd { int a, c; } q; enum en { E1, E2 = 7 } a; char *(*cc)(int c); }; } s4;
#pragma omp declare target
int kind(struct s2 *p) { return _Generic(p->c, int: 1, double: 2, default: 3); }
#pragma omp end declare target
struct s2 glob[2] = {1, 2, "abc", 4, 5, 6, 7, 8, "x", 9, 10, 11};
int main(void)
{
    struct s2 x = { { 1, 2.5, "abc", 4 }, { .cc = "xy" }, 9 };
    struct s3 y; y.c = 1.5f; y.q.z = 3; y.g.q = 7; y.g.f.q = 1l << 40;
    s4 z; z.q.c = 5; z.s.cc[4] = 'x';
    int bad = 0, k = 0, sz = 0, g = 0;
    #pragma omp target map(tofrom: x, y, z, bad, k, sz, g, glob)
    {
        x.c = 77; x.c %= 10; bad += x.c != 7;
        bad += sizeof x.cc != 3; sz = sizeof(x) * 1000 + sizeof y + sizeof z;
        y.c *= 2; y.q.z++; y.g.r = y.g.q; z.a = E2; k = kind(&x);
        __typeof__(x.cc) w = "ab"; bad += sizeof w != 3;
        __typeof__(y.q) v = y.q; bad += v.z != 4;
        g = glob[1].f.a * 100 + glob[1].c * 10 + glob[1].tail;
        glob[0].c = glob[1].q << 3 | 1;
    }
    printf("%d %d %d %d %g %d %d %d %d %c %d %d\n", bad, k, sz, x.c, y.c, y.q.z, y.g.r, z.a == E2, z.q.a, z.s.cc[4], g, glob[0].c);
}
