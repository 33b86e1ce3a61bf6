// amd: slow
// flags: -lm
// The functions of math.h that the device library computes with pairs of doubles, beside
// the host's: a few units in the last place between them, glibc's own error included.
#include <math.h>
#include <stdio.h>
#include <string.h>

#define N 24

static double x[N];
static double got[13][N];
static float gotf[4][N];
static int signs[N];

#pragma omp declare target
static void all(double v, int i, double (*got)[N], float (*gotf)[N], int *signs)
{
    got[0][i] = erfc(v);
    got[1][i] = tgamma(v);
    got[2][i] = lgamma(v);
    got[3][i] = j0(v);
    got[4][i] = j1(v);
    got[5][i] = jn(5, v);
    got[6][i] = jn(-3, v);
    got[7][i] = v > 0 ? y0(v) : 0;
    got[8][i] = v > 0 ? y1(v) : 0;
    got[9][i] = v > 0 ? yn(4, v) : 0;
    got[10][i] = v > 0 ? yn(-7, v) : 0;
    got[11][i] = lgamma_r(v, &signs[i]);
    got[12][i] = jn(40, v);
    gotf[0][i] = erfcf((float)v);
    gotf[1][i] = j0f((float)v);
    gotf[2][i] = tgammaf((float)v);
    gotf[3][i] = lgammaf((float)v);
}
#pragma omp end declare target

static long distance(double a, double b)
{
    long p, q;
    if (isnan(a) && isnan(b)) return 0;
    memcpy(&p, &a, 8), memcpy(&q, &b, 8);
    if (p < 0) p = (long)((1ul << 63) - (unsigned long)p);
    if (q < 0) q = (long)((1ul << 63) - (unsigned long)q);
    return p > q ? p - q : q - p;
}

static long distancef(float a, float b)
{
    int p, q;
    if (isnan(a) && isnan(b)) return 0;
    memcpy(&p, &a, 4), memcpy(&q, &b, 4);
    if (p < 0) p = (int)((1u << 31) - (unsigned)p);
    if (q < 0) q = (int)((1u << 31) - (unsigned)q);
    return p > q ? p - q : q - p;
}

int main(void)
{
    static const double values[N] = { 0.5, 1, 1.25, 1.75, 2, 3.5, 7, 9.75, 13, 20.125, 24.5, 25.5, 60.25, 100, 170.5, 1e-5, 1e-300,
                                      -0.5, -1.5, -3.75, -20.25, -171.5, 172.5, 1e18 };
    static const char *const names[13] = { "erfc", "tgamma", "lgamma", "j0", "j1", "jn 5", "jn -3", "y0", "y1", "yn 4", "yn -7", "lgamma_r", "jn 40" };
    memcpy(x, values, sizeof x);
    #pragma omp target map(to: x) map(tofrom: got, gotf, signs)
    for (int i = 0; i < N; i++) all(x[i], i, got, gotf, signs);
    int bad = 0;
    for (int i = 0; i < N; i++) {
        double v = x[i];
        int sign;
        double want[13] = { erfc(v), tgamma(v), lgamma(v), j0(v), j1(v), jn(5, v), jn(-3, v), v > 0 ? y0(v) : 0, v > 0 ? y1(v) : 0,
                            v > 0 ? yn(4, v) : 0, v > 0 ? yn(-7, v) : 0, lgamma_r(v, &sign), jn(40, v) };
        float wantf[4] = { erfcf((float)v), j0f((float)v), tgammaf((float)v), lgammaf((float)v) };
        for (int f = 0; f < 13; f++) {
            int recurrence = f == 5 || f == 6 || f == 9 || f == 10 || f == 12; /* glibc's own error grows with the order */
            if (distance(got[f][i], want[f]) > (recurrence ? 300 : 8)) printf("%s(%g): %a, not %a\n", names[f], v, got[f][i], want[f]), bad++;
        }
        for (int f = 0; f < 4; f++)
            if (distancef(gotf[f][i], wantf[f]) > 5) printf("float %d(%g): %a, not %a\n", f, v, gotf[f][i], wantf[f]), bad++;
        if (sign != signs[i]) printf("sign(%g): %d, not %d\n", v, signs[i], sign), bad++;
    }
    if (!bad) puts("ok");
    return bad != 0;
}
