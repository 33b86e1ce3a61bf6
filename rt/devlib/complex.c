/* complex.h (C17 7.3) by Kahan's formulas; float is computed in double. */
double exp(double);
double log(double);
double log1p(double);
double sin(double);
double cos(double);
double sinh(double);
double cosh(double);
double tan(double);
double sqrt(double);
double fabs(double);
double hypot(double, double);
double atan2(double, double);
double asinh(double);
double copysign(double, double);
float hypotf(float, float);
float atan2f(float, float);

typedef double _Complex Z;

static Z cmplx(double re, double im) {
	Z z;
	__real__ z = re;
	__imag__ z = im;
	return z;
}

#define RE(z) (__real__(z))
#define IM(z) (__imag__(z))

static int finite_(double x) { return x - x == 0; }
static int infinite(double x) { return x == x && x - x != 0; }

double N(cabs)(Z z) { return hypot(RE(z), IM(z)); }
double N(carg)(Z z) { return atan2(IM(z), RE(z)); }
float N(cabsf)(float _Complex z) { return hypotf(RE(z), IM(z)); }
float N(cargf)(float _Complex z) { return atan2f(IM(z), RE(z)); }

Z N(cproj)(Z z) {
	if (infinite(RE(z)) || infinite(IM(z)))
		return cmplx(__builtin_inf(), copysign(0, IM(z)));
	return z;
}

Z N(cexp)(Z z) {
	double x = RE(z), y = IM(z);
	if (y == 0)
		return cmplx(exp(x), y);
	if (x == 0)
		return cmplx(cos(y), sin(y));
	if (!finite_(y)) {
		if (infinite(x))
			return x > 0 ? cmplx(x, y - y) : cmplx(0, copysign(0, y));
		return cmplx(y - y, y - y);
	}
	if (x > 709 && finite_(x)) { /* exp(x) alone may overflow */
		double e = exp(x / 2);
		return cmplx(e * cos(y) * e, e * sin(y) * e);
	}
	double e = exp(x);
	return cmplx(e * cos(y), e * sin(y));
}

Z N(clog)(Z z) {
	double x = fabs(RE(z)), y = fabs(IM(z)), m = x > y ? x : y, n = x > y ? y : x, r;
	if (m > 0.5 && m < 2 && finite_(n)) /* near the unit circle */
		r = log1p((m - 1) * (m + 1) + n * n) / 2;
	else
		r = log(hypot(x, y));
	return cmplx(r, atan2(IM(z), RE(z)));
}

Z N(csqrt)(Z z) {
	double x = RE(z), y = IM(z), k = 1;
	if (x == 0 && y == 0)
		return cmplx(0, y);
	if (infinite(y))
		return cmplx(fabs(y), y);
	if (x != x)
		return cmplx(x, x);
	if (infinite(x))
		return x > 0 ? cmplx(x, y != y ? y : copysign(0, y)) : cmplx(y != y ? y : 0, copysign(x, y));
	if (fabs(x) > 0x1p1020 || fabs(y) > 0x1p1020)
		x /= 4, y /= 4, k = 2;
	else if (fabs(x) < 0x1p-1000 && fabs(y) < 0x1p-1000)
		x *= 0x1p54, y *= 0x1p54, k = 0x1p-27;
	double t = sqrt((fabs(x) + hypot(x, y)) / 2);
	if (x >= 0)
		return cmplx(t * k, y / (2 * t) * k);
	return cmplx(fabs(y) / (2 * t) * k, copysign(t, y) * k);
}

Z N(cpow)(Z a, Z b) {
	if (RE(a) == 0 && IM(a) == 0)
		return RE(b) == 0 && IM(b) == 0 ? cmplx(1, 0) : cmplx(0, 0);
	return N(cexp)(b * N(clog)(a));
}

Z N(csinh)(Z z) {
	double x = RE(z), y = IM(z);
	if (y == 0)
		return cmplx(sinh(x), y);
	return cmplx(x == 0 && !finite_(y) ? x : sinh(x) * cos(y), cosh(x) * sin(y));
}

Z N(ccosh)(Z z) {
	double x = RE(z), y = IM(z);
	if (y == 0)
		return cmplx(cosh(x), x * y);
	if (x == 0)
		return cmplx(cos(y), copysign(1, x) * y * 0);
	return cmplx(cosh(x) * cos(y), sinh(x) * sin(y));
}

Z N(ctanh)(Z z) {
	double x = RE(z), y = IM(z);
	if (infinite(x) || fabs(x) > 22) {
		double e = exp(-fabs(x));
		return cmplx(copysign(1, x), finite_(y) ? 4 * sin(y) * cos(y) * e * e : 0);
	}
	double t = tan(y), b = 1 + t * t, s = sinh(x), r = sqrt(1 + s * s);
	if (!finite_(t))
		return cmplx(r / s, 1 / t);
	double d = 1 + b * s * s;
	return cmplx(b * r * s / d, t / d);
}

/* f(z) = -i g(iz) */
static Z turn(Z z) { return cmplx(-IM(z), RE(z)); }
static Z back(Z z) { return cmplx(IM(z), -RE(z)); }

Z N(csin)(Z z) { return back(N(csinh)(turn(z))); }
Z N(ccos)(Z z) { return N(ccosh)(turn(z)); }
Z N(ctan)(Z z) { return back(N(ctanh)(turn(z))); }

Z N(casin)(Z z) {
	Z a = N(csqrt)(cmplx(1 - RE(z), -IM(z))), b = N(csqrt)(cmplx(1 + RE(z), IM(z)));
	return cmplx(atan2(RE(z), RE(a) * RE(b) - IM(a) * IM(b)), asinh(RE(a) * IM(b) - IM(a) * RE(b)));
}

Z N(cacos)(Z z) {
	Z a = N(csqrt)(cmplx(1 - RE(z), -IM(z))), b = N(csqrt)(cmplx(1 + RE(z), IM(z)));
	return cmplx(2 * atan2(RE(a), RE(b)), asinh(RE(b) * IM(a) - IM(b) * RE(a)));
}

Z N(cacosh)(Z z) {
	Z a = N(csqrt)(cmplx(RE(z) - 1, IM(z))), b = N(csqrt)(cmplx(RE(z) + 1, IM(z)));
	return cmplx(asinh(RE(a) * RE(b) + IM(a) * IM(b)), 2 * atan2(IM(a), RE(b)));
}

Z N(catanh)(Z z) {
	double x = RE(z), y = IM(z);
	return cmplx(log1p(4 * x / ((1 - x) * (1 - x) + y * y)) / 4, atan2(2 * y, (1 - x) * (1 + x) - y * y) / 2);
}

Z N(casinh)(Z z) { return back(N(casin)(turn(z))); }
Z N(catan)(Z z) { return back(N(catanh)(turn(z))); }
Z N(conj)(Z z) { return cmplx(RE(z), -IM(z)); }
double N(creal)(Z z) { return RE(z); }
double N(cimag)(Z z) { return IM(z); }

#define FLOAT(name) \
	float _Complex N(name##f)(float _Complex z) { return (float _Complex)N(name)((Z)z); }
FLOAT(cexp)
FLOAT(clog)
FLOAT(csqrt)
FLOAT(cproj)
FLOAT(csin)
FLOAT(ccos)
FLOAT(ctan)
FLOAT(csinh)
FLOAT(ccosh)
FLOAT(ctanh)
FLOAT(casin)
FLOAT(cacos)
FLOAT(catan)
FLOAT(casinh)
FLOAT(cacosh)
FLOAT(catanh)
FLOAT(conj)
float _Complex N(cpowf)(float _Complex a, float _Complex b) { return (float _Complex)N(cpow)((Z)a, (Z)b); }
float N(crealf)(float _Complex z) { return RE(z); }
float N(cimagf)(float _Complex z) { return IM(z); }
