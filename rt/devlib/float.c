/* strtod and strtof, correctly rounded (C17 7.22.1.3). */

/* A natural number, least significant word first. */
struct big {
	int n;
	u32 w[184];
};

static void big_muladd(struct big *b, u32 m, u32 a) {
	u64 c = a;
	for (int i = 0; i < b->n; i++) {
		c += (u64)b->w[i] * m;
		b->w[i] = (u32)c;
		c >>= 32;
	}
	if (c)
		b->w[b->n++] = (u32)c;
}

static int big_bits(const struct big *b) {
	return b->n ? 32 * b->n - __builtin_clz(b->w[b->n - 1]) : 0;
}

static void big_shl(struct big *b, int k) {
	int w = k / 32, s = k % 32;
	if (!b->n)
		return;
	b->w[b->n] = 0;
	for (int i = b->n; i >= 0; i--) {
		u32 lo = i ? b->w[i - 1] : 0;
		b->w[i + w] = s ? b->w[i] << s | lo >> (32 - s) : b->w[i];
	}
	for (int i = 0; i < w; i++)
		b->w[i] = 0;
	b->n += w + 1;
	while (b->n && !b->w[b->n - 1])
		b->n--;
}

static void big_shr1(struct big *b) {
	for (int i = 0; i < b->n; i++)
		b->w[i] = b->w[i] >> 1 | (i + 1 < b->n ? b->w[i + 1] << 31 : 0);
	if (b->n && !b->w[b->n - 1])
		b->n--;
}

static int big_cmp(const struct big *a, const struct big *b) {
	if (a->n != b->n)
		return a->n < b->n ? -1 : 1;
	for (int i = a->n; i--;)
		if (a->w[i] != b->w[i])
			return a->w[i] < b->w[i] ? -1 : 1;
	return 0;
}

static void big_sub(struct big *a, const struct big *b) {
	long c = 0;
	for (int i = 0; i < a->n; i++) {
		c += (long)a->w[i] - (i < b->n ? b->w[i] : 0);
		a->w[i] = (u32)c;
		c >>= 32;
	}
	while (a->n && !a->w[a->n - 1])
		a->n--;
}

/* assemble rounds q·2^e, q of 64 bits or more precision in q and sticky, to a
 * double with prec bits and least exponent emin of the last place. */
static double assemble(u64 q, int e, int sticky, int prec, int emin, int emax) {
	if (!q)
		return 0;
	int up = __builtin_clzl(q);
	q <<= up, e -= up; /* value in [2^63, 2^64)·2^e */
	int drop = 64 - prec;
	if (e + drop < emin)
		drop = emin - e;
	if (drop > 65)
		return 0;
	u64 kept, half, rest;
	if (drop >= 64) {
		kept = 0;
		half = drop == 64 ? q >> 63 : 0;
		rest = drop == 64 ? q << 1 : q;
	} else {
		kept = q >> drop;
		half = q >> (drop - 1) & 1;
		rest = q & ((1ul << (drop - 1)) - 1);
	}
	if (half && (rest || sticky || kept & 1))
		kept++;
	e += drop;
	if (!kept)
		return 0;
	int top = 63 - __builtin_clzl(kept);
	if (top + e > emax)
		return __builtin_inf();
	double r = (double)kept; /* exact: its bits are in their places */
	if (e < -1022)
		r *= 0x1p-52, e += 52;
	return r * __builtin_bit_cast(double, (u64)(e + 1023) << 52);
}

__attribute__((noinline)) static double decimal(const char *p, const char *stop, long exp, int prec, int emin, int emax) {
	struct big num = {0}, den = {0};
	int seen = 0, digits = 0, lost = 0;
	long e10 = exp;
	for (int frac = 0; p < stop; p++) {
		if (*p == '.') {
			frac = 1;
			continue;
		}
		int d = *p - '0';
		if (d)
			seen = 1;
		if (frac)
			e10--;
		if (!seen)
			continue;
		if (digits < 780)
			big_muladd(&num, 10, d), digits++;
		else
			e10++, lost |= d;
	}
	if (!num.n)
		return 0;
	if (lost)
		big_muladd(&num, 10, 1), e10--; /* between this and the next number of 780 digits */
	if (e10 + digits > 310)
		return __builtin_inf();
	if (e10 + digits < -330)
		return 0;
	int e2 = (int)e10;
	if (e10 >= 0) {
		for (long i = 0; i < e10; i++)
			big_muladd(&num, 5, 0);
		den.n = 1, den.w[0] = 1;
	} else {
		den.n = 1, den.w[0] = 1;
		for (long i = 0; i < -e10; i++)
			big_muladd(&den, 5, 0);
	}
	int s = 65 - (big_bits(&num) - big_bits(&den));
	if (s > 0)
		big_shl(&num, s);
	else
		big_shl(&den, -s);
	e2 -= s;
    /* The quotient has 65 or 66 bits: the last two are folded into sticky. */
	big_shl(&den, 65);
	u64 q = 0;
	int low = 0;
	for (int i = 65; i >= 0; i--) {
		int bit = big_cmp(&num, &den) >= 0;
		if (bit)
			big_sub(&num, &den);
		if (i >= 2)
			q = q << 1 | bit;
		else
			low |= bit;
		big_shr1(&den);
	}
	return assemble(q, e2 + 2, low || num.n, prec, emin, emax);
}

static int hexval(int c) {
	if ((unsigned)c - '0' < 10)
		return c - '0';
	if (((unsigned)c | 32) - 'a' < 6)
		return (c | 32) - 'a' + 10;
	return -1;
}

static const char *exponent(const char *p, int mark, long *e) {
	if ((*p | 32) != mark)
		return p;
	const char *q = p + 1;
	int neg = *q == '-';
	if (*q == '+' || *q == '-')
		q++;
	if ((unsigned)*q - '0' >= 10)
		return p;
	long v = 0;
	for (; (unsigned)*q - '0' < 10; q++)
		if (v < 100000000)
			v = v * 10 + *q - '0';
	*e = neg ? -v : v;
	return q;
}

static int word(const char *p, const char *w) {
	int n = 0;
	for (; w[n]; n++)
		if ((p[n] | 32) != w[n])
			return 0;
	return n;
}

__attribute__((noinline)) static double scan(const char *restrict s, char **restrict end, int prec, int emin, int emax) {
	const char *p = s;
	while (N(isspace)((u8)*p))
		p++;
	int neg = *p == '-', n;
	if (*p == '+' || *p == '-')
		p++;
	double r = 0;
	if ((n = word(p, "infinity")) || (n = word(p, "inf"))) {
		r = __builtin_inf(), p += n;
	} else if ((n = word(p, "nan"))) {
		r = __builtin_nan(""), p += n;
		if (*p == '(') {
			const char *q = p + 1;
			while ((unsigned)*q - '0' < 10 || ((unsigned)*q | 32) - 'a' < 26 || *q == '_')
				q++;
			if (*q == ')')
				p = q + 1;
		}
	} else if (p[0] == '0' && (p[1] | 32) == 'x' && (hexval(p[2]) >= 0 || p[2] == '.' && hexval(p[3]) >= 0)) {
		u64 m = 0;
		long e = 0, x = 0;
		int frac = 0, sticky = 0;
		for (p += 2; hexval(*p) >= 0 || *p == '.' && !frac; p++) {
			if (*p == '.') {
				frac = 1;
				continue;
			}
			if (m >> 60)
				sticky |= hexval(*p), e += frac ? 0 : 4;
			else
				m = m << 4 | hexval(*p), e -= frac ? 4 : 0;
		}
		p = exponent(p, 'p', &x);
		e += x;
		if (m && e > 3000)
			r = __builtin_inf();
		else if (m && e > -3000)
			r = assemble(m, (int)e, sticky, prec, emin, emax);
	} else {
		const char *q = p;
		int any = 0, frac = 0;
		for (; (unsigned)*q - '0' < 10 || *q == '.' && !frac; q++)
			if (*q == '.')
				frac = 1;
			else
				any = 1;
		if (!any) {
			if (end)
				*end = (char *)s;
			return 0;
		}
		long e = 0;
		r = decimal(p, q, (exponent(q, 'e', &e), e), prec, emin, emax);
		p = exponent(q, 'e', &e);
	}
	if (end)
		*end = (char *)p;
	return neg ? -r : r;
}

double N(strtod)(const char *restrict s, char **restrict end) { return scan(s, end, 53, -1074, 1023); }
float N(strtof)(const char *restrict s, char **restrict end) { return (float)scan(s, end, 24, -149, 127); }
double N(atof)(const char *s) { return scan(s, NULL, 53, -1074, 1023); }
