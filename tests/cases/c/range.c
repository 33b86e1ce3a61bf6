// amd: slow
// Designators of ranges, nested and with values evaluated once (GNU C), in static and automatic objects.
// host: gcc
// flags: -w
#include <stdio.h>
#pragma omp begin declare target
static int cnt; static int next(void) { return ++cnt; }
struct s { int a, b[3]; char c[4]; unsigned f:5, g:9; };
static struct s st[] = { [0 ... 9] = { 1, {[0 ... 1] = 7, 8}, "ab", 3, 300 }, [12 ... 13] = { .c = "xyz", .g = 17 }, 99, [16 ... 17].b[1 ... 2] = 5 };
static double m[30][4] = { [2 ... 20][1 ... 2] = 1.5, [4][2] = 2.5, 7 };
static const char *names[] = { [0 ... 99] = "none", [5] = "five", [1 ... 2] = "few" };
static int large[] = { [0 ... 4095] = 3, [7] = 4 };
static int work(void)
{
    struct s au[20] = { [0 ... 9] = { next(), {[0 ... 1] = 7, 8}, "ab", 3, next() }, [12 ... 13] = { .c = "xyz", .g = 17 }, 99, [16 ... 17].b[1 ... 2] = 5 };
    int big[1000] = { [3 ... 990] = next(), [5] = 1, [100 ... 110] = 2 };
    int two[50][60] = { [0 ... 49][0 ... 59] = next(), [3][5 ... 9] = 6, 7 };
    double _Complex z[12] = { [1 ... 11] = 2.0i + next() };
    char s[20][4] = { [0 ... 17] = "abcd" };
    struct s pr = { 5, {9}, "q" }, arr[12] = { [0 ... 11] = pr };
    long sum = cnt;
    for (int i = 0; i < 20; i++) printf("%d %d %d %d %s %d %d|", au[i].a, au[i].b[0], au[i].b[1], au[i].b[2], au[i].c, au[i].f, au[i].g);
    for (int i = 0; i < sizeof st / sizeof *st; i++) printf("%d %d %d %d %s %d %d|", st[i].a, st[i].b[0], st[i].b[1], st[i].b[2], st[i].c, st[i].f, st[i].g);
    puts("");
    for (int i = 0; i < 1000; i++) sum = sum * 31 + big[i];
    for (int i = 0; i < 50; i++) for (int j = 0; j < 60; j++) sum = sum * 33 + two[i][j];
    for (int i = 0; i < 30; i++) for (int j = 0; j < 4; j++) sum = sum * 33 + (int)(m[i][j] * 2);
    for (int i = 0; i < 12; i++) sum = sum * 35 + (int)__real__ z[i] + (int)__imag__ z[i] * 7 + arr[i].b[0] + arr[i].c[0];
    for (int i = 0; i < sizeof large / sizeof *large; i++) sum = sum * 3 + large[i];
    for (int i = 0; i < 20; i++) printf("%.4s,", s[i]);
    for (int i = 0; i < 100; i++) printf("%s ", names[i]);
    printf("\n%ld %d\n", sum, cnt);
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
