/* Formatted output to strings (C17 7.21.6), exact for every double, in the C locale. GPUs have no
 * long double: the library skips the 16 bytes of such an argument and prints 0. */

struct sink {
	char *s;
	size_t n, size; /* n characters so far; s has room for size bytes */
};

static void put(struct sink *o, char c) {
	if (o->n < o->size)
		o->s[o->n] = c;
	o->n++;
}

static void fill(struct sink *o, char c, int n) {
	while (n-- > 0)
		put(o, c);
}

static void puts_n(struct sink *o, const char *s, size_t n) {
	while (n--)
		put(o, *s++);
}

struct spec {
	u8 left, plus, space, alt, zero;
	int width, prec; /* prec < 0: no precision */
};

/* padded writes prefix, a number of zeros, and body, padded to the field width. */
static void padded(struct sink *o, const struct spec *f, const char *prefix, int np, int zeros, const char *body, int n) {
	int pad = f->width - np - zeros - n;
	if (!f->left)
		fill(o, ' ', pad);
	puts_n(o, prefix, np);
	fill(o, '0', zeros);
	puts_n(o, body, n);
	if (f->left)
		fill(o, ' ', pad);
}

__attribute__((noinline)) static void integer(struct sink *o, const struct spec *f, u64 v, int neg, int base, int upper) {
	char buf[64], prefix[3];
	int n = 0, np = 0, i = sizeof buf;
	u64 x = v;
	for (; x; x /= base) {
		int d = (int)(x % base);
		buf[--i] = (char)(d < 10 ? '0' + d : (upper ? 'A' : 'a') + d - 10);
	}
	n = (int)sizeof buf - i;
	if (neg)
		prefix[np++] = '-';
	else if (f->plus)
		prefix[np++] = '+';
	else if (f->space)
		prefix[np++] = ' ';
	int zeros = (f->prec < 0 ? 1 : f->prec) - n;
	if (f->alt && base == 8 && zeros <= 0 && (v || f->prec == 0))
		zeros = 1;
	if (f->alt && (base == 16 || base == 2) && v) {
		prefix[np++] = '0';
		prefix[np++] = (char)((base == 16 ? 'x' : 'b') - (upper ? 32 : 0));
	}
	if (f->prec < 0 && f->zero && !f->left && zeros < f->width - np - n)
		zeros = f->width - np - n;
	if (zeros < 0)
		zeros = 0;
	padded(o, f, prefix, np, zeros, buf + i, n);
}

static int sign_of(const struct spec *f, int neg, char *prefix) {
	if (neg)
		prefix[0] = '-';
	else if (f->plus)
		prefix[0] = '+';
	else if (f->space)
		prefix[0] = ' ';
	else
		return 0;
	return 1;
}

/* A finite double in decimal. Each of the words w[lo..hi) has nine digits, the most significant
 * word first; the integer part ends before w[POINT]. */
#define POINT 36
#define WORDS (POINT + 122)
#define E9 1000000000u

struct decimal {
	u32 w[WORDS];
	int lo, hi;
};

__attribute__((noinline)) static void decimal_of(struct decimal *d, double v) {
	u64 bits = __builtin_bit_cast(u64, v) & ~(1ul << 63);
	int e = (int)(bits >> 52);
	u64 m = bits & ((1ul << 52) - 1);
	if (e)
		m |= 1ul << 52;
	else
		e = 1;
	e -= 1075;
	d->hi = POINT;
	d->lo = POINT - 2;
	d->w[POINT - 2] = (u32)(m / E9);
	d->w[POINT - 1] = (u32)(m % E9);
	while (e > 0) {
		int k = e < 29 ? e : 29;
		u64 c = 0;
		for (int i = d->hi - 1; i >= d->lo; i--) {
			c += (u64)d->w[i] << k;
			d->w[i] = (u32)(c % E9);
			c /= E9;
		}
		if (c)
			d->w[--d->lo] = (u32)c;
		e -= k;
	}
	while (e < 0) {
		int k = -e < 9 ? -e : 9;
		u32 c = 0;
		for (int i = d->lo; i < d->hi; i++) {
			u32 r = d->w[i] & ((1u << k) - 1);
			d->w[i] = (d->w[i] >> k) + c;
			c = (E9 >> k) * r;
		}
		if (c)
			d->w[d->hi++] = c;
		e += k;
	}
	while (d->lo < d->hi && !d->w[d->lo])
		d->lo++;
	while (d->hi > POINT && d->hi > d->lo && !d->w[d->hi - 1])
		d->hi--;
}

/* digit returns the decimal digit of weight 10^p. */
static int digit(const struct decimal *d, int p) {
	int i = p >= 0 ? POINT - 1 - p / 9 : POINT + (-p - 1) / 9;
	if (i < d->lo || i >= d->hi)
		return 0;
	int k = p >= 0 ? p % 9 : 8 - (-p - 1) % 9;
	u32 x = d->w[i];
	while (k--)
		x /= 10;
	return (int)(x % 10);
}

/* order returns the power of ten of the first nonzero digit, 0 for zero. */
static int order(const struct decimal *d) {
	int i = d->lo;
	while (i < d->hi && !d->w[i])
		i++;
	if (i >= d->hi)
		return 0;
	int p = (POINT - i) * 9 - 1;
	while (!digit(d, p))
		p--;
	return p;
}

/* round_at rounds to a multiple of 10^p, half to even. */
__attribute__((noinline)) static void round_at(struct decimal *d, int p) {
	int first = digit(d, p - 1), rest = 0;
	int i = p - 1 >= 0 ? POINT - 1 - (p - 1) / 9 : POINT + (-(p - 1) - 1) / 9;
	int k = p - 1 >= 0 ? (p - 1) % 9 : 8 - (-(p - 1) - 1) % 9;
	if (i < d->lo) {
		if (i < d->lo - 1 || d->lo >= d->hi)
			first = 0;
		rest = d->lo < d->hi;
	} else if (i < d->hi) {
		u32 below = 1;
		for (int j = 0; j < k; j++)
			below *= 10;
		rest = d->w[i] % below != 0;
		for (int j = i + 1; j < d->hi; j++)
			rest |= d->w[j] != 0;
	}
	int up = first > 5 || first == 5 && (rest || digit(d, p) & 1);
    /* Clear the digits below 10^p, then add 10^p to round up. */
	int pi = p >= 0 ? POINT - 1 - p / 9 : POINT + (-p - 1) / 9;
	int pk = p >= 0 ? p % 9 : 8 - (-p - 1) % 9;
	u32 unit = 1;
	for (int j = 0; j < pk; j++)
		unit *= 10;
	if (pi < d->lo) {
		d->lo = d->hi = pi; /* all digits are below 10^p */
		if (!up) {
			d->lo = d->hi = POINT;
			return;
		}
		d->w[pi] = unit;
		d->lo = pi, d->hi = pi + 1;
		for (; d->hi < POINT; d->hi++)
			d->w[d->hi] = 0;
		return;
	}
	if (pi >= d->hi)
		return;
	d->w[pi] -= d->w[pi] % unit;
	for (int j = pi + 1; j < d->hi; j++)
		d->w[j] = 0;
	if (d->hi > pi + 1)
		d->hi = pi + 1 > POINT ? pi + 1 : POINT;
	if (!up)
		return;
	d->w[pi] += unit;
	for (int j = pi; d->w[j] >= E9; j--) {
		d->w[j] -= E9;
		if (j == d->lo)
			d->w[--d->lo] = 0;
		d->w[j - 1]++;
	}
}

static void floating_special(struct sink *o, const struct spec *f, double v, int upper) {
	char prefix[1];
	struct spec g = *f;
	int np = sign_of(f, __builtin_signbit(v) != 0, prefix);
	g.zero = 0;
	padded(o, &g, prefix, np, 0, v != v ? (upper ? "NAN" : "nan") : (upper ? "INF" : "inf"), 3);
}

/* exponent_text writes an exponent such as e+05 or p-7 and returns its length. least is the minimum of digits. */
static int exponent_text(char *s, char mark, int e, int least) {
	char t[6];
	int n = 0, k = 0;
	s[n++] = mark;
	s[n++] = e < 0 ? '-' : '+';
	if (e < 0)
		e = -e;
	do
		t[k++] = (char)('0' + e % 10), e /= 10;
	while (e);
	while (k < least)
		t[k++] = '0';
	while (k)
		s[n++] = t[--k];
	return n;
}

__attribute__((noinline)) static void floating(struct sink *o, const struct spec *f, double v, char conv) {
	int upper = conv < 'a', kind = conv | 32;
	char prefix[1], ex[8];
	int np = sign_of(f, __builtin_signbit(v) != 0, prefix), prec = f->prec < 0 ? 6 : f->prec, nex = 0;
	struct decimal d;
	decimal_of(&d, v);
	int e = 0, strip = 0, scientific = kind == 'e';
	if (kind == 'g') {
		if (!prec)
			prec = 1;
		e = order(&d);
		round_at(&d, e - prec + 1);
		e = order(&d);
		scientific = e < -4 || e >= prec;
		strip = !f->alt;
		prec = scientific ? prec - 1 : prec - 1 - e;
	} else if (kind == 'e') {
		e = order(&d);
		round_at(&d, e - prec);
		e = order(&d);
	} else {
		round_at(&d, -prec);
	}
	int top = scientific ? e : order(&d) > 0 ? order(&d)
						 : 0;
	int units = scientific ? e : 0; /* power of ten of the digit before the point */
	if (strip)
		while (prec > 0 && !digit(&d, units - prec))
			prec--;
	if (scientific)
		nex = exponent_text(ex, upper ? 'E' : 'e', e, 2);
	int n = top - units + 1 + (prec || f->alt ? 1 + prec : 0) + nex;
	int pad = f->width - np - n;
	if (!f->left && !f->zero)
		fill(o, ' ', pad);
	puts_n(o, prefix, np);
	if (!f->left && f->zero)
		fill(o, '0', pad);
	for (int p = top; p >= units; p--)
		put(o, (char)('0' + digit(&d, p)));
	if (prec || f->alt)
		put(o, '.');
	for (int p = 1; p <= prec; p++)
		put(o, (char)('0' + digit(&d, units - p)));
	puts_n(o, ex, nex);
	if (f->left)
		fill(o, ' ', pad);
}

__attribute__((noinline)) static void hexadecimal(struct sink *o, const struct spec *f, double v, int upper) {
	const char *hex = upper ? "0123456789ABCDEF" : "0123456789abcdef";
	char prefix[3], body[20], ex[8];
	int np = sign_of(f, __builtin_signbit(v) != 0, prefix), n = 0;
	u64 bits = __builtin_bit_cast(u64, v) & ~(1ul << 63), m = bits & ((1ul << 52) - 1);
	int e = (int)(bits >> 52);
	if (e)
		m |= 1ul << 52, e -= 1023;
	else if (m)
		e = -1022;
	int prec = f->prec;
	if (prec >= 0 && prec < 13) {
		int drop = 52 - 4 * prec;
		u64 half = 1ul << (drop - 1), rest = m & ((1ul << drop) - 1);
		m &= ~((1ul << drop) - 1);
		if (rest > half || rest == half && m >> drop & 1)
			m += 1ul << drop;
	}
	if (prec < 0) {
		prec = 13;
		while (prec && !(m >> (52 - 4 * prec) & 15))
			prec--;
	}
	prefix[np++] = '0', prefix[np++] = upper ? 'X' : 'x';
	body[n++] = hex[m >> 52 & 15];
	int digits = prec < 13 ? prec : 13;
	if (prec || f->alt)
		body[n++] = '.';
	for (int i = 1; i <= digits; i++)
		body[n++] = hex[m >> (52 - 4 * i) & 15];
	int nex = exponent_text(ex, upper ? 'P' : 'p', e, 1), tail = prec - digits;
	int pad = f->width - np - n - tail - nex;
	if (!f->left && !f->zero)
		fill(o, ' ', pad);
	puts_n(o, prefix, np);
	if (!f->left && f->zero)
		fill(o, '0', pad);
	puts_n(o, body, n);
	fill(o, '0', tail);
	puts_n(o, ex, nex);
	if (f->left)
		fill(o, ' ', pad);
}

enum { LEN_INT,
	LEN_CHAR,
	LEN_SHORT,
	LEN_LONG,
	LEN_WIDE };

/* A conversion specification (C17 7.21.6.1p4). arg, width_arg and prec_arg are argument numbers (POSIX's n$) from 1;
 * 0 is the next argument. */
struct conversion {
	struct spec f;
	int arg, width_arg, prec_arg; /* width_arg and prec_arg < 0: no argument */
	u8 len;
	char c;
};

/* number parses a decimal number. */
static int number(const char **s) {
	int v = 0;
	for (; (unsigned)**s - '0' < 10; ++*s)
		v = v * 10 + **s - '0';
	return v;
}

/* argument_of parses "*" or "*n$" and returns n, or 0. */
static int argument_of(const char **s) {
	const char *p = ++*s;
	int n = number(&p);
	if (*p != '$')
		return 0;
	*s = p + 1;
	return n;
}

/* parse parses a conversion specification after its "%". It returns a pointer to the conversion specifier. */
__attribute__((noinline)) static const char *parse(const char *s, struct conversion *v) {
	*v = (struct conversion){.width_arg = -1, .prec_arg = -1, .f.prec = -1};
	const char *p = s;
	int n = number(&p);
	if (*p == '$')
		v->arg = n, s = p + 1;
	for (;; s++)
		if (*s == '-')
			v->f.left = 1;
		else if (*s == '+')
			v->f.plus = 1;
		else if (*s == ' ')
			v->f.space = 1;
		else if (*s == '#')
			v->f.alt = 1;
		else if (*s == '0')
			v->f.zero = 1;
		else if (*s != '\'' && *s != 'I')
			break;
	if (*s == '*')
		v->width_arg = argument_of(&s);
	else
		v->f.width = number(&s);
	if (*s == '.') {
		s++;
		if (*s == '*')
			v->prec_arg = argument_of(&s);
		else {
			int minus = *s == '-'; /* like a negative argument: no precision */
			s += minus;
			v->f.prec = number(&s);
			if (minus)
				v->f.prec = -1;
		}
	}
	for (;; s++)
		if (*s == 'h')
			v->len = v->len == LEN_SHORT ? LEN_CHAR : LEN_SHORT;
		else if (*s == 'l' || *s == 'j' || *s == 'z' || *s == 'Z' || *s == 't' || *s == 'q')
			v->len = LEN_LONG;
		else if (*s == 'L')
			v->len = LEN_WIDE;
		else
			break;
	v->c = *s;
	if (v->c == 'C' || v->c == 'S')
		v->len = LEN_LONG, v->c |= 32;
	return s;
}

/* slot_of returns the size of a conversion's argument: 0, 4 for an int, 8, or 16 for a long double. */
static int slot_of(const struct conversion *v) {
	switch (v->c) {
	case 'd':
	case 'i':
	case 'u':
	case 'o':
	case 'x':
	case 'X':
	case 'b':
	case 'B':
		return v->len >= LEN_LONG ? 8 : 4;
	case 'c':
		return 4;
	case 's':
	case 'p':
	case 'n':
		return 8;
	case 'a':
	case 'A':
	case 'e':
	case 'E':
	case 'f':
	case 'F':
	case 'g':
	case 'G':
		return v->len == LEN_WIDE ? 16 : 8;
	}
	return 0;
}

#define NUMBERED 64

/* The arguments of a call. If the format numbers its arguments, all has their values, which read_all
 * has read before the first conversion. */
struct arguments {
	va_list ap;
	u64 *all;
};

static u64 read_slot(struct arguments *a, int size) {
	if (size == 4)
		return (u64)(long)va_arg(a->ap, int);
	if (size == 8)
		return va_arg(a->ap, u64);
	u64 p = ((u64)a->ap + 15) & -16ul; /* skip the 16 bytes of a long double */
	a->ap = (va_list)(p + 16);
	return 0;
}

static u64 argument(struct arguments *a, int n, int size) {
	if (!size)
		return 0;
	if (!a->all || n <= 0 || n > NUMBERED)
		return read_slot(a, size);
	return a->all[n - 1];
}

/* read_all reads all arguments of a format that numbers them. */
__attribute__((noinline)) static void read_all(struct arguments *a, const char *fmt, u64 *all) {
	u8 size[NUMBERED];
	N(memset)(size, 0, sizeof size);
	for (; *fmt; fmt++) {
		struct conversion v;
		if (*fmt != '%')
			continue;
		fmt = parse(fmt + 1, &v);
		if (v.arg > 0 && v.arg <= NUMBERED && slot_of(&v))
			size[v.arg - 1] = (u8)slot_of(&v);
		if (v.width_arg > 0 && v.width_arg <= NUMBERED)
			size[v.width_arg - 1] = 4;
		if (v.prec_arg > 0 && v.prec_arg <= NUMBERED)
			size[v.prec_arg - 1] = 4;
		if (!*fmt)
			break;
	}
	for (int i = 0; i < NUMBERED && size[i]; i++)
		all[i] = read_slot(a, size[i]);
	a->all = all;
}

/* numbered reports whether the first conversion numbers its argument ("%n$"). */
static int numbered(const char *fmt) {
	while (*fmt && (*fmt != '%' || fmt[1] == '%'))
		fmt += 1 + (*fmt == '%');
	if (*fmt != '%')
		return 0;
	fmt++;
	number(&fmt);
	return *fmt == '$';
}

/* wide_text converts %lc and %ls. The C locale has the ASCII characters only: wide_text returns 0 for any other. */
static int wide_text(struct sink *o, const struct spec *f, const wchar_t *s, int n) {
	int k = 0;
	while (k < n && s[k])
		k++;
	for (int i = 0; i < k; i++)
		if ((u32)s[i] > 127)
			return 0;
	if (!f->left)
		fill(o, ' ', f->width - k);
	for (int i = 0; i < k; i++)
		put(o, (char)s[i]);
	if (f->left)
		fill(o, ' ', f->width - k);
	return 1;
}

static void count_to(void *p, size_t n, int len) {
	if (len >= LEN_LONG)
		*(long *)p = (long)n;
	else if (len == LEN_SHORT)
		*(short *)p = (short)n;
	else if (len == LEN_CHAR)
		*(signed char *)p = (signed char)n;
	else
		*(int *)p = (int)n;
}

static void unsigned_number(struct sink *o, struct conversion *v, u64 x) {
	if (v->len < LEN_LONG)
		x = (u32)x;
	if (v->len == LEN_CHAR)
		x = (u8)x;
	if (v->len == LEN_SHORT)
		x = (unsigned short)x;
	v->f.plus = v->f.space = 0;
	integer(o, &v->f, x, 0, v->c == 'u' ? 10 : v->c == 'o' ? 8
			: (v->c | 32) == 'b'                   ? 2
							       : 16,
		v->c == 'X' || v->c == 'B');
}

static void string(struct sink *o, const struct spec *f, const char *s) {
	if (!s)
		s = f->prec < 0 || f->prec >= 6 ? "(null)" : "";
	padded(o, f, "", 0, 0, s, (int)(f->prec < 0 ? N(strlen)(s) : N(strnlen)(s, (size_t)f->prec)));
}

/* convert writes a conversion. It returns 0 if a wide character is not in the C locale. */
__attribute__((noinline)) static int convert(struct sink *o, struct conversion *v, u64 x) {
	struct spec *f = &v->f;
	switch (v->c) {
	case 'd':
	case 'i': {
		long n = v->len == LEN_CHAR ? (signed char)x : v->len == LEN_SHORT ? (short)x
										   : (long)x;
		integer(o, f, n < 0 ? -(u64)n : (u64)n, n < 0, 10, 0);
		break;
	}
	case 'u':
	case 'o':
	case 'x':
	case 'X':
	case 'b':
	case 'B':
		unsigned_number(o, v, x);
		break;
	case 'p':
		f->alt = 1;
		if (x)
			integer(o, f, x, 0, 16, 0);
		else
			f->prec = f->prec < 5 ? 5 : f->prec, string(o, f, "(nil)");
		break;
	case 'c': {
		char ch = (char)x;
		if (v->len == LEN_LONG && (u32)x > 127)
			return 0;
		padded(o, f, "", 0, 0, &ch, 1);
		break;
	}
	case 's':
		if (v->len == LEN_LONG && x)
			return wide_text(o, f, (const wchar_t *)x, f->prec < 0 ? 0x7fffffff : f->prec);
		string(o, f, (const char *)x);
		break;
	case 'n':
		count_to((void *)x, o->n, v->len);
		break;
	case 'm': /* devices have no errno */
		string(o, f, "Success");
		break;
	default: {
		double d = __builtin_bit_cast(double, x);
		if (d != d || d - d != 0)
			floating_special(o, f, d, v->c < 'a');
		else if ((v->c | 32) == 'a')
			hexadecimal(o, f, d, v->c == 'A');
		else
			floating(o, f, d, v->c);
	}
	}
	return 1;
}

__attribute__((noinline)) int N(vsnprintf)(char *restrict s, size_t size, const char *restrict fmt, va_list ap) {
	struct sink out = {s, 0, size ? size - 1 : 0}, *o = &out;
	u64 all[NUMBERED];
	struct arguments a = {ap, NULL};
	if (numbered(fmt))
		read_all(&a, fmt, all);
	for (; *fmt; fmt++) {
		if (*fmt != '%') {
			put(o, *fmt);
			continue;
		}
		struct conversion v;
		const char *start = fmt;
		fmt = parse(fmt + 1, &v);
		if (v.width_arg >= 0) {
			int w = (int)argument(&a, v.width_arg, 4);
			v.f.width = w < 0 ? -w : w;
			v.f.left |= w < 0;
		}
		if (v.prec_arg >= 0)
			v.f.prec = (int)argument(&a, v.prec_arg, 4);
		if (v.c == '%')
			put(o, '%');
		else if (slot_of(&v) || v.c == 'm') {
			if (!convert(o, &v, argument(&a, v.arg, slot_of(&v))))
				return -1;
		} else {
			puts_n(o, start, (size_t)(fmt - start) + (v.c != 0));
			if (!v.c)
				fmt--;
		}
	}
	if (size)
		s[o->n < size - 1 ? o->n : size - 1] = 0;
	return o->n > 0x7fffffff ? -1 : (int)o->n;
}

int N(vsprintf)(char *restrict s, const char *restrict fmt, va_list ap) { return N(vsnprintf)(s, 0x7fffffff, fmt, ap); }

int N(vasprintf)(char **restrict to, const char *restrict fmt, va_list ap) {
	va_list again = ap;
	int n = N(vsnprintf)(NULL, 0, fmt, ap);
	if (n < 0 || !(*to = N(malloc)((size_t)n + 1)))
		return -1;
	return N(vsnprintf)(*to, (size_t)n + 1, fmt, again);
}
