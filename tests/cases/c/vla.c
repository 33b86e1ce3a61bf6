// C features on the device: vla; the output is gcc's.
// flags: -w
#include <stdio.h>
#include <string.h>
#pragma omp declare target
static int sum(int n, int m, int a[n][m]) { int s = 0; for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) s += a[i][j]; return s; }
static double tr(int n, double (*a)[n]) { double t = 0; for (int i = 0; i < n; i++) t += a[i][i]; return t; }
static int loop(int k) { int t = 0; for (int i = 1; i < 100000; i++) { int a[i % 50 + 1]; a[i % 50] = i; if (i & 1) continue; t += a[i % 50]; if (i == 99998) break; } return t + k; }
static int jump(int n) { int r = 0, i = 0; again: { int a[n + i]; a[0] = i; r += a[0] + sizeof a; if (i++ < 1000) goto again; } return r; }
static int work(void)
{
    int n = 3, m = 4;
    int a[n][m];
    for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) a[i][j] = i * 10 + j;
    printf("%d %zu %zu\n", sum(n, m, a), sizeof a, sizeof a[0]);
    n = 7;
    printf("%zu\n", sizeof a);
    double d[n][n]; memset(d, 0, sizeof d); for (int i = 0; i < n; i++) d[i][i] = i + .5;
    printf("%f\n", tr(n, d));
    typedef int T[n]; n = 2; T t; printf("%zu\n", sizeof t);
    int (*p)[m] = a; p++; printf("%d %td\n", (*p)[2], (p + 2) - p);
    int (*q)[n][m] = (void *)a; printf("%zu\n", sizeof *q);
    printf("%d %d\n", loop(1), jump(3));
    char s[n++ + 10]; printf("%zu %d\n", sizeof s, n);
    printf("%zu\n", sizeof(int[n++])); printf("%d\n", n);
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
