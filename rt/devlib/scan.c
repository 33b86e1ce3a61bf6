/* Formatted input from strings (C17 7.21.6.2), in the C locale. Every argument is a pointer, so that
 * numbered ones (POSIX) are found by their places in the buffer. */

struct scan {
	const char *start, *s;
	int assigned;
	va_list ap;
	va_list all; /* of numbered arguments: where they begin */
};

/* A conversion specification: width 0: none given. */
struct scan_spec {
	int arg, width;
	u8 suppress, allocate, len;
	char c;
	const char *set, *set_end; /* of %[: what is between the brackets */
};

static const char *scan_parse(const char *f, struct scan_spec *v) {
	*v = (struct scan_spec){0};
	int n = number(&f);
	if (*f == '$')
		v->arg = n, n = 0, f++;
	if (*f == '*')
		v->suppress = 1, f++;
	if (!n)
		n = number(&f);
	v->width = n;
	if (*f == 'm')
		v->allocate = 1, f++;
	for (;; f++)
		if (*f == 'h')
			v->len = v->len == LEN_SHORT ? LEN_CHAR : LEN_SHORT;
		else if (*f == 'l' || *f == 'j' || *f == 'z' || *f == 't' || *f == 'q' || *f == 'L')
			v->len = LEN_LONG;
		else
			break;
	v->c = *f;
	if (v->c == 'C' || v->c == 'S')
		v->len = LEN_LONG, v->c |= 32;
	if (v->c != '[')
		return f;
	v->set = ++f;
	if (*f == '^')
		f++;
	if (*f == ']')
		f++;
	while (*f && *f != ']')
		f++;
	v->set_end = f;
	return f;
}

static void *scan_target(struct scan *in, const struct scan_spec *v) {
	if (v->arg > 0)
		return ((void **)in->all)[v->arg - 1];
	return va_arg(in->ap, void *);
}

/* in_set reports whether c is one of the characters of %[. */
static int in_set(const struct scan_spec *v, u8 c) {
	const u8 *p = (const u8 *)v->set, *end = (const u8 *)v->set_end;
	int except = *p == '^';
	p += except;
	for (const u8 *q = p; q < end; q++)
		if (*q == '-' && q > p && q + 1 < end && q[-1] <= q[1]) {
			if (q[-1] <= c && c <= q[1])
				return !except;
		} else if (*q == c)
			return !except;
	return except;
}

static void store_integer(void *p, u64 x, int len) {
	if (len == LEN_LONG)
		*(u64 *)p = x;
	else if (len == LEN_SHORT)
		*(unsigned short *)p = (unsigned short)x;
	else if (len == LEN_CHAR)
		*(u8 *)p = (u8)x;
	else
		*(u32 *)p = (u32)x;
}

static int digit_of(int c) {
	if ((unsigned)c - '0' < 10)
		return c - '0';
	return ((unsigned)c | 32) - 'a' < 26 ? ((int)c | 32) - 'a' + 10 : 99;
}

/* integer_end is behind the longest prefix of an integer in [s, end); NULL: none is there. */
static const char *integer_end(const char *s, const char *end, int *base) {
	if (s < end && (*s == '+' || *s == '-'))
		s++;
	int any = 0;
	if (s < end && *s == '0' && (*base == 0 || *base == 16)) {
		any = 1, s++;
		if (s < end && (*s | 32) == 'x')
			*base = 16, s++; /* digits may lack, as in glibc */
		else if (!*base)
			*base = 8;
	}
	if (!*base)
		*base = 10;
	for (; s < end && digit_of(*s) < *base; s++)
		any = 1;
	return any ? s : NULL;
}

static int word_at(const char *s, const char *end, const char *word) {
	int n = 0;
	for (; word[n]; n++)
		if (s + n >= end || (s[n] | 32) != word[n])
			return n;
	return n;
}

/* real_end does so for a floating number. As in glibc an exponent may lack its digits. */
static const char *real_end(const char *s, const char *end) {
	if (s < end && (*s == '+' || *s == '-'))
		s++;
	if (s < end && ((*s | 32) == 'n'))
		return word_at(s, end, "nan") == 3 ? s + 3 : NULL;
	if (s < end && (*s | 32) == 'i') {
		int n = word_at(s, end, "infinity");
		return n == 8 || n == 3 ? s + n : NULL;
	}
	int base = 10, any = 0;
	if (s + 1 < end && *s == '0' && (s[1] | 32) == 'x')
		base = 16, s += 2;
	for (; s < end && digit_of(*s) < base; s++)
		any = 1;
	if (s < end && *s == '.')
		for (s++, any |= base == 16; s < end && digit_of(*s) < base; s++)
			any = 1;
	if (!any)
		return NULL;
	if (s < end && (*s | 32) == (base == 16 ? 'p' : 'e')) {
		s++;
		if (s < end && (*s == '+' || *s == '-'))
			s++;
		while (s < end && digit_of(*s) < 10)
			s++;
	}
	return s;
}

/* number_at converts [s, end), of which a copy is made where the text goes on behind it. */
static int number_at(struct scan *in, const struct scan_spec *v, const char *end, int base) {
	char small[80], *copy = NULL;
	const char *s = in->s;
	size_t n = (size_t)(end - s);
	if (*end) {
		copy = n < sizeof small ? small : N(malloc)(n + 1);
		if (!copy)
			return 0;
		N(memcpy)(copy, s, n);
		copy[n] = 0, s = copy;
	}
	void *to = v->suppress ? NULL : scan_target(in, v);
	if (base < 0) {
		if (to && v->len == LEN_LONG)
			*(double *)to = N(strtod)(s, NULL);
		else if (to)
			*(float *)to = N(strtof)(s, NULL);
	} else if (to) {
		int is_signed = v->c == 'd' || v->c == 'i';
		u64 x = is_signed ? (u64)N(strtol)(s, NULL, base) : N(strtoul)(s, NULL, base);
		store_integer(to, x, v->c == 'p' ? LEN_LONG : v->len);
	}
	if (copy && copy != small)
		N(free)(copy);
	in->s = end;
	in->assigned += to != NULL;
	return 1;
}

/* text_at stores n characters, with a null character for %s and %[. */
static int text_at(struct scan *in, const struct scan_spec *v, size_t n) {
	const char *s = in->s;
	in->s += n;
	if (v->suppress)
		return 1;
	void *to = scan_target(in, v);
	int end = v->c != 'c', wide = v->len == LEN_LONG;
	if (v->allocate) {
		void *p = N(malloc)((n + end) * (wide ? sizeof(wchar_t) : 1));
		if (!p)
			return 0;
		*(void **)to = p, to = p;
	}
	if (wide)
		for (size_t i = 0; i < n; i++)
			((wchar_t *)to)[i] = (u8)s[i];
	else
		N(memcpy)(to, s, n);
	if (end && wide)
		((wchar_t *)to)[n] = 0;
	else if (end)
		((char *)to)[n] = 0;
	in->assigned++;
	return 1;
}

/* scan_one carries a conversion out: 1, 0 for a failure of matching, -1 for the end of the input. */
static int scan_one(struct scan *in, struct scan_spec *v) {
	if (v->c == 'n') {
		if (!v->suppress)
			store_integer(scan_target(in, v), (u64)(in->s - in->start), v->len);
		return 1;
	}
	if (v->c != '[' && v->c != 'c')
		while (N(isspace)((u8)*in->s))
			in->s++;
	if (!*in->s)
		return -1;
	if (v->c == '%')
		return *in->s == '%' ? in->s++, 1 : 0;
	size_t most = v->width ? (size_t)v->width : v->c == 'c' ? 1
								: ~0ul >> 1,
	       n = N(strnlen)(in->s, most);
	int base = 0;
	switch (v->c) {
	case 'c':
		return text_at(in, v, n); /* as in glibc those that are left will do */
	case 's':
	case '[':
		most = n;
		for (n = 0; n < most && (v->c == 's' ? !N(isspace)((u8)in->s[n]) : in_set(v, (u8)in->s[n])); n++) {
		}
		return n ? text_at(in, v, n) : 0;
	case 'x':
	case 'X':
	case 'p': base += 6; /* fall through */
	case 'd':
	case 'u': base += 2; /* fall through */
	case 'o': base += 8; /* fall through */
	case 'i': {
		if (v->c == 'p' && n >= 5 && !N(memcmp)(in->s, "(nil)", 5)) {
			if (!v->suppress)
				*(void **)scan_target(in, v) = NULL, in->assigned++;
			in->s += 5;
			return 1;
		}
		const char *end = integer_end(in->s, in->s + n, &base);
		return end ? number_at(in, v, end, base) : 0;
	}
	case 'a':
	case 'A':
	case 'e':
	case 'E':
	case 'f':
	case 'F':
	case 'g':
	case 'G': {
		const char *end = real_end(in->s, in->s + n);
		return end ? number_at(in, v, end, -1) : 0;
	}
	}
	return 0;
}

int N(vsscanf)(const char *restrict s, const char *restrict f, va_list ap) {
	struct scan in = {s, s, 0, ap, ap};
	for (; *f; f++) {
		if (N(isspace)((u8)*f)) {
			while (N(isspace)((u8)*in.s))
				in.s++;
		} else if (*f != '%') {
			if (*in.s != *f)
				return !*in.s && !in.assigned ? -1 : in.assigned;
			in.s++;
		} else {
			struct scan_spec v;
			f = scan_parse(f + 1, &v);
			int r = scan_one(&in, &v);
			if (r <= 0)
				return r < 0 && !in.assigned ? -1 : in.assigned;
		}
	}
	return in.assigned;
}
