/* What math.h has beyond libclc (C17 7.12); long double has no place on GPUs. */
double rint(double);
float rintf(float);
double ldexp(double, int);
float ldexpf(float, int);
double remainder(double, double);
float remainderf(float, float);
double lgamma(double);

int ilogb(double);
int ilogbf(float);

double N(roundeven)(double x) { return rint(x); }
float N(roundevenf)(float x) { return rintf(x); }
double N(nan)(const char *s) { return __builtin_nan(""); }
float N(nanf)(const char *s) { return __builtin_nanf(""); }
double N(drem)(double x, double y) { return remainder(x, y); }
float N(dremf)(float x, float y) { return remainderf(x, y); }
double N(gamma)(double x) { return lgamma(x); }
float N(gammaf)(float x) { return (float)lgamma(x); }
double N(significand)(double x) { return x == 0 || x - x != 0 ? x : ldexp(x, -ilogb(x)); }
float N(significandf)(float x) { return x == 0 || x - x != 0 ? x : ldexpf(x, -ilogbf(x)); }

double N(scalb)(double x, double n)
{
    if (n != n || x != x) return x + n;
    if (n - n != 0) return n > 0 ? x * n : x / -n;
    if (rint(n) != n) return __builtin_nan("");
    return ldexp(x, n > 65000 ? 65000 : n < -65000 ? -65000 : (int)n);
}

float N(scalbf)(float x, float n) { return (float)N(scalb)(x, n); }

/* What classification macros and older names call. */
int N(finite)(double x) { return x - x == 0; }
int N(finitef)(float x) { return x - x == 0; }
int N(__finite)(double x) { return x - x == 0; }
int N(__finitef)(float x) { return x - x == 0; }
int N(isnan)(double x) { return x != x; }
int N(isnanf)(float x) { return x != x; }
int N(__isnan)(double x) { return x != x; }
int N(__isnanf)(float x) { return x != x; }
int N(isinf)(double x) { return __builtin_isinf_sign(x); }
int N(isinff)(float x) { return __builtin_isinf_sign(x); }
int N(__isinf)(double x) { return __builtin_isinf_sign(x); }
int N(__isinff)(float x) { return __builtin_isinf_sign(x); }
int N(__signbit)(double x) { return __builtin_signbit(x); }
int N(__signbitf)(float x) { return __builtin_signbit(x); }
int N(__fpclassify)(double x) { return __builtin_fpclassify(0, 1, 4, 3, 2, x); }
int N(__fpclassifyf)(float x) { return __builtin_fpclassify(0, 1, 4, 3, 2, x); }

/* Functions whose libclc form is off by more than 2 ulp (docs/math.md). */
double exp(double);
double pow(double, double);
double floor(double);
double sin(double);
double cos(double);
double tan(double);
double sinh(double);
double cosh(double);
double atan2(double, double);
double erfc(double);

float N(tanf)(float x) { return (float)tan(x); }
float N(sinhf)(float x) { return (float)sinh(x); }
float N(coshf)(float x) { return (float)cosh(x); }
float N(atan2f)(float y, float x) { return (float)atan2(y, x); }
float N(erfcf)(float x) { return (float)erfc(x); }
float N(lgammaf)(float x) { return (float)lgamma(x); }

/* Lanczos's approximation with 13 terms, whose rounding error is corrected. */
static double lanczos(double x)
{
    static const double num[13] = {
        23531376880.410759688572007674451636754734846804940, 42919803642.649098768957899047001988850926355848959,
        35711959237.355668049440185451547166705960488635843, 17921034426.037209699919755754458931112671403265390,
        6039542586.3520280050642916443072979210699388420708, 1439720407.3117216736632230727949123939715485786372,
        248874557.86205415651146038641322942321632125127801, 31426415.585400194380614231628318205362874684987640,
        2876370.6289353724412254090516208496135991145378768, 186056.26539522349504029498971604569928220784236328,
        8071.6720023658162106380029022722506138218516325024, 210.82427775157934587250973392071336271166969580291,
        2.5066282746310002701649081771338373386264310793408,
    };
    static const double den[13] = { 0, 39916800, 120543840, 150917976, 105258076, 45995730, 13339535, 2637558, 357423, 32670, 1925, 66, 1 };
    double n = 0, d = 0;
    if (x < 8)
        for (int i = 12; i >= 0; i--) n = n * x + num[i], d = d * x + den[i];
    else
        for (int i = 0; i <= 12; i++) n = n / x + num[i], d = d / x + den[i];
    return n / d;
}

static double sin_pi(double x)
{
    const double pi = 3.141592653589793238462643383279502884;
    x = 2 * (x * 0.5 - floor(x * 0.5)); /* in [0, 2) */
    int n = (int)(4 * x + 1) / 2;
    x = (x - n * 0.5) * pi;
    switch (n & 3) {
    case 0: return sin(x);
    case 1: return cos(x);
    case 2: return -sin(x);
    }
    return -cos(x);
}

double N(tgamma)(double x)
{
    const double g = 5.524680040776729583740234375; /* Lanczos's g - 1/2 */
    double a = x < 0 ? -x : x;
    if (x != x || x - x != 0) return x < 0 ? __builtin_nan("") : x;
    if (a < 0x1p-54) return 1 / x;
    if (x == floor(x)) {
        if (x < 0) return __builtin_nan("");
        if (x <= 23) {
            double f = 1;
            for (int i = 2; i < (int)x; i++) f *= i;
            return f;
        }
    }
    if (a >= 184) return x > 0 ? __builtin_inf() : floor(x) * 0.5 == floor(x * 0.5) ? 0 : -0.0;
    double y = a + g, dy = a > g ? y - a - g : y - g - a, z = a - 0.5, r = lanczos(a) * exp(-y);
    if (x < 0) {
        r = -3.141592653589793238462643383279502884 / (sin_pi(a) * a * r);
        dy = -dy, z = -z;
    }
    r += dy * (g + 0.5) * r / y;
    z = pow(y, 0.5 * z);
    return r * z * z;
}

float N(tgammaf)(float x) { return (float)N(tgamma)(x); }
