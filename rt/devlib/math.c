/* What math.h has beyond libclc (C17 7.12); long double has no place on GPUs. */
double rint(double);
float rintf(float);
double ldexp(double, int);
float ldexpf(float, int);
double remainder(double, double);
float remainderf(float, float);

int ilogb(double);
int ilogbf(float);

double N(roundeven)(double x) { return rint(x); }
float N(roundevenf)(float x) { return rintf(x); }
double N(nan)(const char *s) { return __builtin_nan(""); }
float N(nanf)(const char *s) { return __builtin_nanf(""); }
double N(drem)(double x, double y) { return remainder(x, y); }
float N(dremf)(float x, float y) { return remainderf(x, y); }
double N(significand)(double x) { return x == 0 || x - x != 0 ? x : ldexp(x, -ilogb(x)); }
float N(significandf)(float x) { return x == 0 || x - x != 0 ? x : ldexpf(x, -ilogbf(x)); }

double N(scalb)(double x, double n) {
	if (n != n || x != x)
		return x + n;
	if (n - n != 0)
		return n > 0 ? x * n : x / -n;
	if (rint(n) != n)
		return __builtin_nan("");
	return ldexp(x, n > 65000 ? 65000 : n < -65000 ? -65000
						       : (int)n);
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
double tan(double);
double sinh(double);
double cosh(double);
double atan2(double, double);

float N(tanf)(float x) { return (float)tan(x); }
float N(sinhf)(float x) { return (float)sinh(x); }
float N(coshf)(float x) { return (float)cosh(x); }
float N(atan2f)(float y, float x) { return (float)atan2(y, x); }
