/* erfc, lgamma, tgamma and the Bessel functions of math.h. They compute in double-double
 * arithmetic and round the result once. A double-double is the unevaluated sum of two doubles
 * (T. J. Dekker, Numer. Math. 18, 1971; D. E. Knuth's sum). The polynomials are Chebyshev
 * interpolations. -ffp-contract=off keeps the compiler from fusing operations: the code calls
 * __builtin_fma where it needs a fused one. */
struct dd {
	double h, l;
};

static struct dd make(double h, double l) {
	struct dd r = {h, l};
	return r;
}

/* fast returns a + b for |a| >= |b|. */
static struct dd fast(double a, double b) {
	double s = a + b;
	return make(s, b - (s - a));
}

static struct dd sum(double a, double b) {
	double s = a + b, t = s - a;
	return make(s, (a - (s - t)) + (b - t));
}

static struct dd add(struct dd a, struct dd b) {
	struct dd s = sum(a.h, b.h), t = sum(a.l, b.l);
	s = fast(s.h, s.l + t.h);
	return fast(s.h, s.l + t.l);
}

static struct dd product(double a, double b) {
	double p = a * b;
	return make(p, __builtin_fma(a, b, -p));
}

static struct dd mul(struct dd a, struct dd b) {
	struct dd p = product(a.h, b.h);
	return fast(p.h, p.l + (a.h * b.l + a.l * b.h));
}

static struct dd neg(struct dd a) { return make(-a.h, -a.l); }

static struct dd quotient(struct dd a, struct dd b) {
	double q = a.h / b.h;
	struct dd r = add(a, neg(mul(b, make(q, 0))));
	return fast(q, r.h / b.h);
}

/* poly returns c[0] + c[1]x + … + c[n-1]x^(n-1). */
static double poly(const double *c, int n, double x) {
	double r = c[n - 1];
	for (int i = n - 2; i >= 0; i--)
		r = __builtin_fma(r, x, c[i]);
	return r;
}

static const struct dd dd_ln2 = {0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56};
static const struct dd dd_pi = {0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53};
static const struct dd dd_half_pi = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};
static const struct dd dd_2_pi = {0x1.45f306dc9c883p-1, -0x1.6b01ec5417056p-55};
static const struct dd dd_euler = {0x1.2788cfc6fb619p-1, -0x1.6cb90701fbfabp-58};

/* dd_exp returns e^x divided by 2^*k. */
static struct dd dd_exp(struct dd x, int *k) {
	static const double c[] = {
				/* 1/n! from n = 2 */
		0x1p-1,
		0x1.5555555555555p-3,
		0x1.5555555555555p-5,
		0x1.1111111111111p-7,
		0x1.6c16c16c16c17p-10,
		0x1.a01a01a01a01ap-13,
		0x1.a01a01a01a01ap-16,
		0x1.71de3a556c734p-19,
		0x1.27e4fb7789f5cp-22,
		0x1.ae64567f544e4p-26,
		0x1.1eed8eff8d898p-29,
		0x1.6124613a86d09p-33,
		0x1.93974a8c07c9dp-37,
		0x1.ae7f3e733b81fp-41,
	};
	double n = __builtin_rint(x.h * 0x1.71547652b82fep+0);
    /* ln 2 is split into 40 bits, whose product with n is exact, and the rest. */
	struct dd r = add(sum(x.h, -n * 0x1.62e42fefa2000p-1), make(x.l, 0));
	r = add(r, neg(mul(make(0x1.9ef35793c7673p-41, 0x1.f97b57a079a19p-103), make(n, 0))));
	*k = (int)n;
	double p = __builtin_fma(r.h * r.h, poly(c, 14, r.h), r.h * r.l);
	return add(add(make(1, 0), r), make(p, 0));
}

/* power returns 2^k, which must be a normal number. */
static double power(int k) { return __builtin_bit_cast(double, (u64)(k + 1023) << 52); }

/* dd_log returns the natural logarithm of a normal number, by the series of ln((1 + s)/(1 - s)). */
static struct dd dd_log(struct dd x) {
	static const double c[] = {
				/* 1/5, 1/7, … */
		0x1.999999999999ap-3,
		0x1.2492492492492p-3,
		0x1.c71c71c71c71cp-4,
		0x1.745d1745d1746p-4,
		0x1.3b13b13b13b14p-4,
		0x1.1111111111111p-4,
		0x1.e1e1e1e1e1e1ep-5,
		0x1.af286bca1af28p-5,
		0x1.8618618618618p-5,
		0x1.642c8590b2164p-5,
		0x1.47ae147ae147bp-5,
		0x1.2f684bda12f68p-5,
		0x1.1a7b9611a7b96p-5,
	};
	u64 bits = __builtin_bit_cast(u64, x.h);
	int e = (int)(bits >> 52) - 1023;
	double part = power(-(e / 2)), rest = power(e / 2 - e);
	x = make(x.h * part * rest, x.l * part * rest);
	if (x.h > 0x1.6a09e667f3bcdp+0)
		x = make(x.h * 0.5, x.l * 0.5), e++;
	struct dd s = quotient(add(x, make(-1, 0)), add(x, make(1, 0))), s2 = mul(s, s);
	struct dd t = mul(s2, make(0x1.5555555555555p-2, 0x1.5555555555555p-56));
	t = add(t, make(s2.h * s2.h * poly(c, 13, s2.h), 0));
	s = mul(make(2 * s.h, 2 * s.l), add(make(1, 0), t));
	return add(mul(dd_ln2, make(e, 0)), s);
}

/* dd_sin and dd_cos take |y| up to slightly more than pi/4. */
static struct dd dd_sin(struct dd y) {
	static const double c[] = {
		-0x1.a01a01a01a01ap-13,
		0x1.71de3a556c734p-19,
		-0x1.ae64567f544e4p-26,
		0x1.6124613a86d09p-33,
		-0x1.ae7f3e733b81fp-41,
		0x1.952c77030ad4ap-49,
	};
	struct dd z = mul(y, y), t = make(z.h * poly(c, 6, z.h), 0);
	t = add(make(0x1.1111111111111p-7, 0x1.1111111111111p-63), t); /* 1/5! */
	t = add(make(-0x1.5555555555555p-3, -0x1.5555555555555p-57), mul(z, t));
	return add(y, mul(mul(y, z), t));
}

static struct dd dd_cos(struct dd y) {
	static const double c[] = {
		-0x1.6c16c16c16c17p-10,
		0x1.a01a01a01a01ap-16,
		-0x1.27e4fb7789f5cp-22,
		0x1.1eed8eff8d898p-29,
		-0x1.93974a8c07c9dp-37,
		0x1.ae7f3e733b81fp-45,
	};
	struct dd z = mul(y, y), t = make(z.h * poly(c, 6, z.h), 0);
	t = mul(z, add(make(0x1.5555555555555p-5, 0x1.5555555555555p-59), t)); /* 1/4! */
	return add(make(1, 0), mul(z, add(make(-0.5, 0), t)));
}

/* dd_cos_quarters returns cos(y + q pi/2). */
static struct dd dd_cos_quarters(struct dd y, int q) {
	switch (q & 3) {
	case 0: return dd_cos(y);
	case 1: return neg(dd_sin(y));
	case 2: return neg(dd_cos(y));
	}
	return dd_sin(y);
}

/* dd_sin_pi returns sin(pi x) for x >= 0. */
static struct dd dd_sin_pi(double x) {
	x -= 2 * __builtin_floor(x * 0.5); /* in [0, 2) */
	double n = __builtin_rint(2 * x);
	return dd_cos_quarters(mul(dd_pi, make(x - n * 0.5, 0)), (int)n - 1);
}

/* scaled returns x 2^k, rounded once. */
static double scaled(struct dd x, int k) {
	double r = x.h + x.l;
	for (; k > 1000; k -= 600)
		r *= 0x1p600;
	for (; k < -1000; k += 600)
		r *= 0x1p-600;
	return r * power(k);
}

/* The complementary error function: e^(-x^2) f(t)/(1 + 2x) with t = (x - k)/(x + k)
 * (M. M. Shepherd, J. G. Laframboise, Math. Comp. 36, 1981). */
double erf(double);

double N(erfc)(double x) {
	static const double c[] = {
				/* coefficients of t, t^2, … */
		-0x1.1f367683f89a7p-3,
		0x1.d5f2948159d04p-9,
		0x1.510169d096804p-4,
		-0x1.bda9309a28845p-4,
		0x1.7a14188a99af5p-4,
		-0x1.e0d0fa6e020adp-5,
		0x1.d0b0037dcd71cp-6,
		-0x1.3f603c336af8ap-7,
		0x1.cc3a0e21c1da3p-10,
		0x1.33fb242d54436p-12,
		-0x1.303f9d8f178d2p-12,
		0x1.b1444f2c0f085p-15,
		0x1.778a2bdcd9f49p-16,
		-0x1.8008c369072e8p-17,
		-0x1.0526dda0cc934p-20,
		0x1.d6b5d6c4daeb1p-20,
		-0x1.f3de817f0ccdep-25,
		-0x1.186afde96f615p-22,
		0x1.9eae413815291p-26,
		0x1.5e57ca3411744p-25,
		-0x1.209a414f1c9d8p-28,
		-0x1.ab53b2475f61cp-28,
		0x1.c9dde33fd53cep-32,
		0x1.68583dee76b71p-31,
	};
	if (x != x)
		return x;
	if (x < 0.4)
		return x < -6.5 ? 2 : 1 - erf(x);
	if (x > 27.3)
		return 0;
	struct dd n = sum(x, -3.75), d = sum(x, 3.75), t = quotient(n, d);
	double p = 0, dp = 0; /* the polynomial and its derivative */
	for (int i = 24 - 1; i >= 0; i--)
		dp = __builtin_fma(dp, t.h, p), p = __builtin_fma(p, t.h, c[i]);
	dp = __builtin_fma(dp, t.h, p);
	struct dd f = add(make(0x1.3ccda0b5d5dc2p+0, 0x1.e657fd45e57abp-54), sum(p * t.h, __builtin_fma(p, t.h, -(p * t.h)) + dp * t.l));
	int k;
	struct dd z = product(x, x), e = dd_exp(neg(z), &k);
	return scaled(quotient(mul(e, f), sum(1, 2 * x)), k);
}

float N(erfcf)(float x) { return (float)N(erfc)(x); }

/* dd_lgamma_big returns ln Gamma(z) for z >= 10, by Stirling's series. */
static struct dd dd_lgamma_big(struct dd z) {
	static const double c[] = {
		0x1.5555555555555p-4,
		-0x1.6c16c16c16c17p-9,
		0x1.a01a01a01a01ap-11,
		-0x1.3813813813814p-11,
		0x1.b951e2b18ff23p-11,
		-0x1.f6ab0d9993c7dp-10,
		0x1.a41a41a41a41ap-8,
		-0x1.e4286cb0f5398p-6,
		0x1.6fe96381e0680p-3,
		-0x1.6476701181f3ap+0,
		0x1.ace44322ce006p+3,
	};
	double w = 1 / z.h;
	struct dd r = add(mul(add(z, make(-0.5, 0)), dd_log(z)), neg(z));
	r = add(r, make(0x1.d67f1c864beb5p-1, -0x1.65b5a1b7ff5dfp-55)); /* ln(2 pi)/2 */
	return add(r, make(w * poly(c, 11, w * w), 0));
}

/* steps returns how often 1 must be added to x to reach 10, where Stirling's series converges. */
static int steps(double x) { return x < 10 ? (int)__builtin_ceil(10 - x) : 0; }

/* rising returns x (x + 1) … (x + n - 1). */
static struct dd rising(double x, int n) {
	struct dd p = make(x, 0);
	for (int i = 1; i < n; i++)
		p = mul(p, sum(x, i));
	return p;
}

/* dd_gamma returns Gamma(x) divided by 2^*k, for x > 0. */
static struct dd dd_gamma(double x, int *k) {
	int n = steps(x);
	struct dd r = dd_exp(dd_lgamma_big(sum(x, n)), k);
	return n ? quotient(r, rising(x, n)) : r;
}

double N(tgamma)(double x) {
	double a = __builtin_fabs(x);
	int k;
	if (x != x || x - x != 0)
		return x < 0 ? __builtin_nan("") : x;
	if (a < 0x1p-60)
		return 1 / x;
	if (x < 0 && x == __builtin_floor(x))
		return __builtin_nan("");
	if (x > 172)
		return __builtin_inf();
	if (x < -184)
		return __builtin_floor(x) * 0.5 == __builtin_floor(x * 0.5) ? 0.0 : -0.0;
	struct dd g = dd_gamma(a, &k);
	if (x > 0)
		return scaled(g, k);
	return scaled(quotient(neg(dd_pi), mul(mul(make(a, 0), dd_sin_pi(a)), g)), -k);
}

float N(tgammaf)(float x) { return (float)N(tgamma)(x); }

/* near returns d (c0 + d p(d)), which is ln Gamma at the distance d from one of its zeros 1 and 2. */
static struct dd near(double d, struct dd c0, const double *c, int n) {
	return mul(make(d, 0), add(c0, make(d * poly(c, n, d), 0)));
}

/* dd_lgamma returns ln Gamma(x) for x > 0. */
static struct dd dd_lgamma(double x) {
	static const double one[] = {
		0x1.a51a6625307d3p-1,
		-0x1.9a4d55beab2d7p-2,
		0x1.151322ac7d847p-2,
		-0x1.a8b9c17aa6147p-3,
		0x1.5b40cb100c626p-3,
		-0x1.2703a1dcea6afp-3,
		0x1.010b36af63a37p-3,
		-0x1.c806706d15609p-4,
		0x1.9a01e3a05f53ap-4,
		-0x1.748c332acd3f5p-4,
		0x1.556acffcfe824p-4,
		-0x1.3b1d91286a1b9p-4,
		0x1.2497cdaa3a821p-4,
		-0x1.1114195576015p-4,
		0x1.ffd3675936cdap-5,
		-0x1.e1b60b10f5e44p-5,
		0x1.ca10ae5831718p-5,
		-0x1.b1fee527699bfp-5,
		0x1.7bef60ccebf66p-5,
		-0x1.699781a4e1884p-5,
		0x1.0c4fe7f89a644p-4,
		-0x1.00fc4b24335d2p-4,
	};
	static const double two[] = {
		0x1.4a34cc4a60fa6p-2,
		-0x1.13e001a557607p-4,
		0x1.51322ac7d8483p-6,
		-0x1.e404fc218f5f2p-8,
		0x1.7add6eadb6c30p-9,
		-0x1.38ac5c2bf8e08p-10,
		0x1.0b36af86396e7p-11,
		-0x1.d3fd4c76d2fc5p-13,
		0x1.a127b0f17db6ap-14,
		-0x1.78de5bd7c86cbp-15,
		0x1.580dcee62291fp-16,
		-0x1.3cbc963c990ccp-17,
		0x1.2597a3cd1f53cp-18,
		-0x1.11b2eba290863p-19,
		0x1.0064bbc80a0d0p-20,
		-0x1.e25feabf00007p-22,
		0x1.c7750e93811c9p-23,
		-0x1.af6361116af9ep-24,
		0x1.98392e6b85a68p-25,
		-0x1.84bbb03732f5ap-26,
		0x1.975510b3b44d8p-27,
		-0x1.85bb811087b10p-28,
	};
	if (__builtin_fabs(x - 1) < 0.2)
		return near(x - 1, make(-0x1.2788cfc6fb619p-1, 0x1.6cb90701fbfabp-58), one, 22);
	if (__builtin_fabs(x - 2) < 0.2)
		return near(x - 2, make(0x1.b0ee6072093cep-2, 0x1.6cb90701fbfabp-58), two, 22);
	int n = steps(x);
	struct dd r = dd_lgamma_big(sum(x, n));
	return n ? add(r, neg(dd_log(rising(x, n)))) : r;
}

double N(lgamma_r)(double x, int *sign) {
	double a = __builtin_fabs(x);
	*sign = x < 0 && a < 0x1p53 && (long)a % 2 == 0 && a != __builtin_floor(a) ? -1 : __builtin_signbit(x) && x == 0 ? -1
															 : 1;
	if (x != x)
		return x;
	if (a == 0 || x - x != 0 || x < 0 && a == __builtin_floor(a) || x > 0x1.754d9278b51a7p+1014)
		return __builtin_inf();
	if (a < 0x1p-60) {
		struct dd r = dd_log(make(a < 0x1p-1000 ? a * 0x1p60 : a, 0));
		if (a < 0x1p-1000)
			r = add(r, neg(mul(dd_ln2, make(60, 0))));
		return -r.h;
	}
	struct dd r = dd_lgamma(a);
	if (x > 0)
		return r.h;
	r = add(r, dd_log(mul(make(a, 0), dd_sin_pi(a).h < 0 ? neg(dd_sin_pi(a)) : dd_sin_pi(a))));
	return add(dd_log(dd_pi), neg(r)).h;
}

double N(lgamma)(double x) {
	int sign;
	return N(lgamma_r)(x, &sign);
}

double N(gamma)(double x) { return N(lgamma)(x); }
float N(lgammaf_r)(float x, int *sign) { return (float)N(lgamma_r)(x, sign); }
float N(lgammaf)(float x) { return (float)N(lgamma)(x); }
float N(gammaf)(float x) { return (float)N(lgamma)(x); }

/* reduce returns x - n pi/2 for the nearest integer n, and n modulo 4 in *q; x >= 1. It multiplies x by
 * the 192 bits of 2/pi that affect the result (M. H. Payne, R. N. Hanek, 1983). */
static struct dd reduce(double x, int *q) {
	static const u64 words[] = {
				 /* bits of 2/pi */
		0xa2f9836e4e441529,
		0xfc2757d1f534ddc0,
		0xdb6295993c439041,
		0xfe5163abdebbc561,
		0xb7246e3a424dd2e0,
		0x06492eea09d1921c,
		0xfe1deb1cb129a73e,
		0xe88235f52ebb4484,
		0xe99c7026b45f7e41,
		0x3991d639835339f4,
		0x9c845f8bbdf9283b,
		0x1ff897ffde05980f,
		0xef2f118b5a0a6d1f,
		0x6d367ecf27cb09b7,
		0x4f463f669e5fea2d,
		0x7527bac7ebe5f17b,
		0x3d0739f78a5292ea,
		0x6bfb5fb11f8d5d08,
		0x56033046fc7b6bab,
		0xf0cfbc209af4361d,
	};
	u64 bits = __builtin_bit_cast(u64, x), m = (bits & 0xfffffffffffff) | 1ul << 52;
	int e = (int)(bits >> 52) - 1075, skip = e > 2 ? e - 2 : 0, point = 192 + skip - e;
	u64 p[4] = {0}, f[3]; /* p is m times these bits, least significant word first */
	unsigned __int128 c = 0;
	for (int i = 2; i >= 0; i--) {
		const u64 *w = words + skip / 64 + i;
		u64 b = skip % 64 ? w[0] << skip % 64 | w[1] >> (64 - skip % 64) : w[0];
		c += (unsigned __int128)b * m;
		p[2 - i] = (u64)c;
		c >>= 64;
	}
	p[3] = (u64)c;
	int s = 256 - point; /* shift the fraction to the top */
	*q = (int)(s > 64 ? p[3] << (s - 64) | p[2] >> (128 - s) : p[3] >> (64 - s)) & 3;
	if (s >= 64) {
		for (int i = 3; i > 0; i--)
			p[i] = p[i - 1];
		p[0] = 0, s -= 64;
	}
	for (int i = 0; i < 3; i++)
		f[i] = (u64)(((unsigned __int128)p[3 - i] << 64 | p[2 - i]) << s >> 64);
	int negative = (int)(f[0] >> 63);
	if (negative) {
		*q = *q + 1 & 3;
		for (int i = 0; i < 3; i++)
			f[i] = ~f[i];
	}
	struct dd r = {0, 0};
	double unit = 0x1p-32;
	for (int i = 0; i < 3; i++) {
		r = add(r, make((double)(f[i] >> 32) * unit, 0));
		r = add(r, make((double)(f[i] & 0xffffffff) * unit * 0x1p-32, 0));
		unit *= 0x1p-64;
	}
	return mul(negative ? neg(r) : r, dd_half_pi);
}

/* Values of the Bessel functions of the first and of the second kind, of order 0 or 1. */
struct bessel {
	struct dd j, y;
};

/* bessel_power evaluates the power series, for x < 25. Its terms have 106 bits, so that enough
 * bits remain after cancellation. */
static struct bessel bessel_power(double x, int order, int second) {
	struct dd h = make(x * 0.5, 0), q = neg(mul(h, h)), t = make(1, 0), harmonic = {0, 0}, j = {0, 0}, y = {0, 0};
	for (int k = 0;; k++) {
		struct dd term = t, weight = harmonic;
		if (order) {
			struct dd next = quotient(make(1, 0), make(k + 1, 0));
			term = mul(t, next);
			weight = add(add(harmonic, harmonic), next);
		}
		j = add(j, term);
		if (second)
			y = add(y, mul(term, weight));
		if (k > h.h && __builtin_fabs(t.h) < 0x1p-90)
			break;
		harmonic = add(harmonic, quotient(make(1, 0), make(k + 1, 0)));
		t = quotient(mul(t, q), make((double)(k + 1) * (k + 1), 0));
	}
	struct bessel r = {order ? mul(j, h) : j, {0, 0}};
	if (!second)
		return r;
	struct dd z = mul(add(dd_log(h), dd_euler), r.j);
	if (order) {
		z = add(z, neg(quotient(make(1, 0), make(x, 0))));
		y = mul(y, make(h.h * 0.5, 0));
	}
	r.y = mul(dd_2_pi, add(z, neg(y)));
	return r;
}

/* bessel_phase evaluates modulus and phase in powers of 1/x, for x >= 25 (Abramowitz and Stegun 9.2.28). */
static struct bessel bessel_phase(double x, int order) {
	static const double modulus[2][12] = {
		{
			-0x1.0000000000000p-4,
			0x1.a800000000000p-4,
			-0x1.15f0000000000p-1,
			0x1.7651180000000p+2,
			-0x1.ab8c13b800000p+6,
			0x1.730492f262000p+11,
			-0x1.c73a7acd696f0p+16,
			0x1.77458dd9fce68p+22,
			-0x1.903ab9b27e18fp+28,
			0x1.0c231bbf83ff8p+35,
			-0x1.b8f99f5326171p+41,
			0x1.b4adba269f65fp+48,
		},
		{
			0x1.8000000000000p-3,
			-0x1.8c00000000000p-3,
			0x1.9c50000000000p-1,
			-0x1.ef5b680000000p+2,
			0x1.09860dd400000p+7,
			-0x1.bae9b7a06e000p+11,
			0x1.08711d41c1428p+17,
			-0x1.ab70164c8be6ep+22,
			0x1.c1055e24f297fp+28,
			-0x1.2940c293e6029p+35,
			0x1.e425dbf8854c5p+41,
			-0x1.db9af5c72742cp+48,
		},
	};
	static const double phase[2][13] = {
		{
			-0x1.0000000000000p-3,
			0x1.0aaaaaaaaaaabp-4,
			-0x1.ad33333333333p-3,
			0x1.a358492492492p+0,
			-0x1.779a1f8e38e39p+4,
			0x1.0bd1fc8b1745dp+9,
			-0x1.16b51e66c789ep+14,
			0x1.8ecc3af33ab37p+19,
			-0x1.779dae2b8512fp+25,
			0x1.c296336955c7fp+31,
			-0x1.4f5ee683b6432p+38,
			0x1.2f51eced6693fp+45,
			-0x1.47a533f6de60ap+52,
		},
		{
			0x1.8000000000000p-2,
			-0x1.5000000000000p-3,
			0x1.7bccccccccccdp-2,
			-0x1.2f486db6db6dbp+1,
			0x1.e9fbf40000000p+4,
			-0x1.4997b55945d17p+9,
			0x1.4a914195269d9p+14,
			-0x1.cd1b53816aec1p+19,
			0x1.aa4095d419351p+25,
			-0x1.f809305f11b9dp+31,
			0x1.72e6809ed618bp+38,
			-0x1.4c5b6057839f9p+45,
			0x1.6441cffe88783p+52,
		},
	};
	int q;
	double w = 1 / x, z = w * w;
	struct dd u = reduce(x, &q);
	u = add(u, make(-0.5 * dd_half_pi.h, -0.5 * dd_half_pi.l));
	struct dd t = quotient(make(1, 0), make(x, 0)), f = make(phase[order][0], 0);
	u = add(u, mul(t, add(f, make(z * poly(phase[order] + 1, 12, z), 0))));
	if (u.h < -0.79)
		u = add(u, dd_half_pi), q--;
	struct dd v = quotient(dd_2_pi, make(x, 0));
	double s = __builtin_sqrt(v.h);
	struct dd m = fast(s, (__builtin_fma(-s, s, v.h) + v.l) / (2 * s));
	f = add(make(modulus[order][0], 0), make(z * poly(modulus[order] + 1, 11, z), 0));
	m = mul(m, add(make(1, 0), mul(mul(t, t), f)));
	struct bessel r = {mul(m, dd_cos_quarters(u, q - order)), mul(m, dd_cos_quarters(u, q - order - 1))};
	return r;
}

static struct bessel bessel(double x, int order, int second) {
	return x < 25 ? bessel_power(x, order, second) : bessel_phase(x, order);
}

double N(j0)(double x) {
	x = __builtin_fabs(x);
	return x != x ? x : x - x != 0 ? 0
				       : bessel(x, 0, 0).j.h;
}

double N(j1)(double x) {
	double a = __builtin_fabs(x);
	if (x != x)
		return x;
	if (a < 0x1p-60)
		return 0.5 * x;
	double r = x - x != 0 ? 0 : bessel(a, 1, 0).j.h;
	return x < 0 ? -r : r;
}

/* outside returns the function of the second kind at 0, at +inf, and where it is undefined. */
static double outside(double x) { return x < 0 || x != x ? __builtin_nan("") : x == 0 ? -__builtin_inf()
										      : 0; }

double N(y0)(double x) {
	if (!(x > 0 && x - x == 0))
		return outside(x);
	if (x > 0x1p-60)
		return bessel(x, 0, 1).y.h;
	int k = x < 0x1p-1000 ? 100 : 0; /* dd_log takes no subnormal numbers */
	struct dd l = add(dd_log(make(x * (k ? 0x1p99 : 0.5), 0)), mul(dd_ln2, make(-k, 0)));
	return mul(dd_2_pi, add(l, dd_euler)).h;
}

double N(y1)(double x) {
	if (!(x > 0 && x - x == 0))
		return outside(x);
	return x < 0x1p-60 ? -dd_2_pi.h / x : bessel(x, 1, 1).y.h;
}

/* jn_below returns jn for orders n > x. The upward recurrence loses all digits, so jn_below
 * recurs downwards from an order at which the function is negligible (J. C. P. Miller). The true
 * value of order 0 or 1 gives the scale factor. */
static double jn_below(int n, double x) {
	struct dd inverse = quotient(make(2, 0), make(x, 0)), a = {0, 0}, b = {0x1p-300, 0}, r = {0, 0};
	int k = 0;
	for (long i = n + 30 + (long)__builtin_sqrt(200.0 * n); i > 0; i--) {
		struct dd c = add(mul(mul(inverse, make((double)i, 0)), b), neg(a));
		a = b, b = c;
		if (__builtin_fabs(b.h) > 0x1p300) {
			a = make(a.h * 0x1p-600, a.l * 0x1p-600), b = make(b.h * 0x1p-600, b.l * 0x1p-600);
			if (i <= n)
				k -= 600;
		}
		if (i - 1 == n)
			r = b;
	}
	struct dd zero = bessel(x, 0, 0).j, one = bessel(x, 1, 0).j;
	r = __builtin_fabs(b.h) > __builtin_fabs(a.h) ? mul(quotient(r, b), zero) : mul(quotient(r, a), one);
	return scaled(r, k);
}

double N(jn)(int n, double x) {
	double sign = n < 0 && n % 2 ? -1 : 1;
	if (x < 0 && n % 2)
		sign = -sign;
	long m = n < 0 ? -(long)n : n;
	double a = __builtin_fabs(x);
	if (x != x)
		return x;
	if (m == 0)
		return N(j0)(a);
	if (a == 0 || a - a != 0)
		return sign * 0;
	if (m == 1)
		return sign * N(j1)(a);
	if (m > a)
		return a < 0x1p-500 ? sign * 0 : sign * jn_below((int)m, a);
	struct dd inverse = quotient(make(2, 0), make(a, 0)), p = bessel(a, 0, 0).j, r = bessel(a, 1, 0).j;
	for (long i = 1; i < m; i++) {
		struct dd next = add(mul(mul(inverse, make((double)i, 0)), r), neg(p));
		p = r, r = next;
	}
	return sign * r.h;
}

double N(yn)(int n, double x) {
	double sign = n < 0 && n % 2 ? -1 : 1;
	long m = n < 0 ? -(long)n : n;
	if (!(x > 0 && x - x == 0))
		return x == 0 && sign < 0 ? __builtin_inf() : outside(x);
	if (m == 0)
		return N(y0)(x);
	if (m == 1 || x < 0x1p-500)
		return sign * (m == 1 ? N(y1)(x) : -__builtin_inf());
	struct dd inverse = quotient(make(2, 0), make(x, 0)), p = bessel(x, 0, 1).y, r = bessel(x, 1, 1).y;
	for (long i = 1; i < m; i++) {
		if (r.h < -0x1p400 && r.h * inverse.h * (double)i < -0x1p1000) { /* avoid overflow in products */
			double y = r.h * (double)i * inverse.h - p.h;
			p = r, r = make(y, 0);
			if (y - y != 0)
				break;
			continue;
		}
		struct dd next = add(mul(mul(inverse, make((double)i, 0)), r), neg(p));
		p = r, r = next;
	}
	return sign * r.h;
}

float N(j0f)(float x) { return (float)N(j0)(x); }
float N(j1f)(float x) { return (float)N(j1)(x); }
float N(jnf)(int n, float x) { return (float)N(jn)(n, x); }
float N(y0f)(float x) { return (float)N(y0)(x); }
float N(y1f)(float x) { return (float)N(y1)(x); }
float N(ynf)(int n, float x) { return (float)N(yn)(n, x); }
