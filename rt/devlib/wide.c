/* wchar.h and wctype.h in the C locale, whose characters are ASCII's (C17 7.29, 7.30). */

typedef unsigned int wint_t;
#define ASCII(c) ((unsigned)(c) < 128)
#define WIDE_CLASS(name) \
	int N(isw##name)(wint_t c) { return ASCII(c) && N(is##name)((int)c); }
WIDE_CLASS(alnum)
WIDE_CLASS(alpha)
WIDE_CLASS(blank)
WIDE_CLASS(cntrl)
WIDE_CLASS(digit)
WIDE_CLASS(graph)
WIDE_CLASS(lower)
WIDE_CLASS(print)
WIDE_CLASS(punct)
WIDE_CLASS(space)
WIDE_CLASS(upper)
WIDE_CLASS(xdigit)
wint_t N(towlower)(wint_t c) { return ASCII(c) ? (wint_t)N(tolower)((int)c) : c; }
wint_t N(towupper)(wint_t c) { return ASCII(c) ? (wint_t)N(toupper)((int)c) : c; }

/* wctype and wctrans number their properties from 1. */
static const char wide_names[12][8] = {"alnum", "alpha", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space", "upper", "xdigit"};

unsigned long N(wctype)(const char *name) {
	for (int i = 0; i < 12; i++)
		for (int k = 0; wide_names[i][k] == name[k]; k++)
			if (!name[k])
				return i + 1;
	return 0;
}

int N(iswctype)(wint_t c, unsigned long property) {
	switch (property) {
	case 1: return N(iswalnum)(c);
	case 2: return N(iswalpha)(c);
	case 3: return N(iswblank)(c);
	case 4: return N(iswcntrl)(c);
	case 5: return N(iswdigit)(c);
	case 6: return N(iswgraph)(c);
	case 7: return N(iswlower)(c);
	case 8: return N(iswprint)(c);
	case 9: return N(iswpunct)(c);
	case 10: return N(iswspace)(c);
	case 11: return N(iswupper)(c);
	case 12: return N(iswxdigit)(c);
	}
	return 0;
}

const int *N(wctrans)(const char *name) {
	static const char names[2][8] = {"tolower", "toupper"};
	for (long i = 0; i < 2; i++)
		for (int k = 0; names[i][k] == name[k]; k++)
			if (!name[k])
				return (const int *)(i + 1);
	return NULL;
}

wint_t N(towctrans)(wint_t c, const int *map) {
	return (long)map == 1 ? N(towlower)(c) : (long)map == 2 ? N(towupper)(c)
								: c;
}

size_t N(wcslen)(const wchar_t *s) {
	size_t n = 0;
	while (s[n])
		n++;
	return n;
}

size_t N(wcsnlen)(const wchar_t *s, size_t most) {
	size_t n = 0;
	while (n < most && s[n])
		n++;
	return n;
}

wchar_t *N(wmemcpy)(wchar_t *restrict d, const wchar_t *restrict s, size_t n) { return N(memcpy)(d, s, n * sizeof *d); }
wchar_t *N(wmempcpy)(wchar_t *restrict d, const wchar_t *restrict s, size_t n) { return N(wmemcpy)(d, s, n) + n; }
wchar_t *N(wmemmove)(wchar_t *d, const wchar_t *s, size_t n) { return N(memmove)(d, s, n * sizeof *d); }

wchar_t *N(wmemset)(wchar_t *d, wchar_t c, size_t n) {
	for (size_t i = 0; i < n; i++)
		d[i] = c;
	return d;
}

int N(wmemcmp)(const wchar_t *a, const wchar_t *b, size_t n) {
	for (size_t i = 0; i < n; i++)
		if (a[i] != b[i])
			return a[i] < b[i] ? -1 : 1;
	return 0;
}

wchar_t *N(wmemchr)(const wchar_t *s, wchar_t c, size_t n) {
	for (size_t i = 0; i < n; i++)
		if (s[i] == c)
			return (wchar_t *)s + i;
	return NULL;
}

wchar_t *N(wcpcpy)(wchar_t *restrict d, const wchar_t *restrict s) { return N(wmempcpy)(d, s, N(wcslen)(s) + 1) - 1; }

wchar_t *N(wcscpy)(wchar_t *restrict d, const wchar_t *restrict s) {
	N(wcpcpy)(d, s);
	return d;
}

wchar_t *N(wcpncpy)(wchar_t *restrict d, const wchar_t *restrict s, size_t n) {
	size_t k = N(wcsnlen)(s, n);
	N(wmemcpy)(d, s, k);
	N(wmemset)(d + k, 0, n - k);
	return d + k;
}

wchar_t *N(wcsncpy)(wchar_t *restrict d, const wchar_t *restrict s, size_t n) {
	N(wcpncpy)(d, s, n);
	return d;
}

wchar_t *N(wcscat)(wchar_t *restrict d, const wchar_t *restrict s) {
	N(wcpcpy)(d + N(wcslen)(d), s);
	return d;
}

wchar_t *N(wcsncat)(wchar_t *restrict d, const wchar_t *restrict s, size_t n) {
	size_t k = N(wcsnlen)(s, n);
	wchar_t *end = d + N(wcslen)(d);
	N(wmemcpy)(end, s, k);
	end[k] = 0;
	return d;
}

wchar_t *N(wcsdup)(const wchar_t *s) {
	size_t n = N(wcslen)(s) + 1;
	wchar_t *d = N(malloc)(n * sizeof *d);
	return d ? N(wmemcpy)(d, s, n) : NULL;
}

int N(wcsncmp)(const wchar_t *a, const wchar_t *b, size_t n) {
	for (; n && *a == *b && *a; a++, b++)
		n--;
	return !n || *a == *b ? 0 : *a < *b ? -1
					    : 1;
}

int N(wcscmp)(const wchar_t *a, const wchar_t *b) { return N(wcsncmp)(a, b, ~0ul); }
int N(wcscoll)(const wchar_t *a, const wchar_t *b) { return N(wcscmp)(a, b); }

int N(wcsncasecmp)(const wchar_t *a, const wchar_t *b, size_t n) {
	for (; n; a++, b++, n--) {
		int x = N(towlower)(*a), y = N(towlower)(*b);
		if (x != y)
			return x < y ? -1 : 1;
		if (!x)
			return 0;
	}
	return 0;
}

int N(wcscasecmp)(const wchar_t *a, const wchar_t *b) { return N(wcsncasecmp)(a, b, ~0ul); }

size_t N(wcsxfrm)(wchar_t *restrict d, const wchar_t *restrict s, size_t n) {
	size_t k = N(wcslen)(s);
	if (n)
		N(wcpncpy)(d, s, n - 1), d[k < n ? k : n - 1] = 0;
	return k;
}

wchar_t *N(wcschrnul)(const wchar_t *s, wchar_t c) {
	while (*s && *s != c)
		s++;
	return (wchar_t *)s;
}

wchar_t *N(wcschr)(const wchar_t *s, wchar_t c) {
	wchar_t *p = N(wcschrnul)(s, c);
	return *p == c ? p : NULL;
}

wchar_t *N(wcsrchr)(const wchar_t *s, wchar_t c) {
	const wchar_t *last = NULL;
	for (;; s++) {
		if (*s == c)
			last = s;
		if (!*s)
			return (wchar_t *)last;
	}
}

size_t N(wcsspn)(const wchar_t *s, const wchar_t *set) {
	size_t n = 0;
	while (s[n] && N(wcschr)(set, s[n]))
		n++;
	return n;
}

size_t N(wcscspn)(const wchar_t *s, const wchar_t *set) {
	size_t n = 0;
	while (s[n] && !N(wcschr)(set, s[n]))
		n++;
	return n;
}

wchar_t *N(wcspbrk)(const wchar_t *s, const wchar_t *set) {
	s += N(wcscspn)(s, set);
	return *s ? (wchar_t *)s : NULL;
}

wchar_t *N(wcsstr)(const wchar_t *s, const wchar_t *what) {
	size_t n = N(wcslen)(what);
	for (;; s++) {
		if (!N(wcsncmp)(s, what, n))
			return (wchar_t *)s;
		if (!*s)
			return NULL;
	}
}

wchar_t *N(wcstok)(wchar_t *restrict s, const wchar_t *restrict set, wchar_t **restrict rest) {
	if (!s && !(s = *rest))
		return NULL;
	s += N(wcsspn)(s, set);
	if (!*s)
		return *rest = NULL;
	wchar_t *end = s + N(wcscspn)(s, set);
	*rest = *end ? end + 1 : NULL;
	*end = 0;
	return s;
}

/* The ASCII characters at the beginning of a wide string as a string of bytes, in room if it is long enough. */
static char *narrowed(const wchar_t *s, char *room, size_t size) {
	size_t n = 0;
	while (ASCII(s[n]) && s[n])
		n++;
	char *d = n < size ? room : N(malloc)(n + 1);
	if (!d)
		return NULL;
	for (size_t i = 0; i < n; i++)
		d[i] = (char)s[i];
	d[n] = 0;
	return d;
}

#define WIDE_NUMBER(type, name, narrow, base_parameter, base) \
	type N(name)(const wchar_t *restrict s, wchar_t **restrict end base_parameter) { \
		char room[128], *stop = NULL, *text = narrowed(s, room, sizeof room); \
		type r = text ? N(narrow)(text, &stop base) : 0; \
		if (end) \
			*end = (wchar_t *)s + (text ? stop - text : 0); \
		if (text != room) \
			N(free)(text); \
		return r; \
	}
#define BASE_PARAMETER , int base
#define BASE , base
#define NOTHING
WIDE_NUMBER(long, wcstol, strtol, BASE_PARAMETER, BASE)
WIDE_NUMBER(long long, wcstoll, strtoll, BASE_PARAMETER, BASE)
WIDE_NUMBER(unsigned long, wcstoul, strtoul, BASE_PARAMETER, BASE)
WIDE_NUMBER(unsigned long long, wcstoull, strtoull, BASE_PARAMETER, BASE)
WIDE_NUMBER(long, wcstoimax, strtol, BASE_PARAMETER, BASE)
WIDE_NUMBER(unsigned long, wcstoumax, strtoul, BASE_PARAMETER, BASE)
WIDE_NUMBER(double, wcstod, strtod, NOTHING, NOTHING)
WIDE_NUMBER(float, wcstof, strtof, NOTHING, NOTHING)

/* Multibyte characters: one byte each. */
wint_t N(btowc)(int c) { return ASCII(c) ? (wint_t)c : ~0u; }
int N(wctob)(wint_t c) { return ASCII(c) ? (int)c : -1; }
int N(mbsinit)(const void *state) { return 1; }

size_t N(mbrtowc)(wchar_t *restrict w, const char *restrict s, size_t n, void *restrict state) {
	if (!s)
		return 0;
	if (!n)
		return -2;
	if (!ASCII(*s))
		return -1;
	if (w)
		*w = *s;
	return *s != 0;
}

size_t N(mbrlen)(const char *restrict s, size_t n, void *restrict state) { return N(mbrtowc)(NULL, s, n, state); }

size_t N(wcrtomb)(char *restrict s, wchar_t w, void *restrict state) {
	if (!s)
		return 1;
	if (!ASCII(w))
		return -1;
	*s = (char)w;
	return 1;
}

int N(mbtowc)(wchar_t *restrict w, const char *restrict s, size_t n) {
	size_t r = N(mbrtowc)(w, s, n, NULL);
	return r > 1 ? -1 : (int)r;
}

int N(mblen)(const char *s, size_t n) { return N(mbtowc)(NULL, s, n); }
int N(wctomb)(char *s, wchar_t w) { return s ? (int)N(wcrtomb)(s, w, NULL) : 0; }

size_t N(mbstowcs)(wchar_t *restrict d, const char *restrict s, size_t n) {
	size_t i = 0;
	for (; !d || i < n; i++) {
		if (!ASCII(s[i]))
			return -1;
		if (d)
			d[i] = s[i];
		if (!s[i])
			break;
	}
	return i;
}

size_t N(wcstombs)(char *restrict d, const wchar_t *restrict s, size_t n) {
	size_t i = 0;
	for (; !d || i < n; i++) {
		if (!ASCII(s[i]))
			return -1;
		if (d)
			d[i] = (char)s[i];
		if (!s[i])
			break;
	}
	return i;
}

/* uchar.h: in the C locale these characters are wide ones, too. */
size_t N(mbrtoc32)(unsigned *restrict w, const char *restrict s, size_t n, void *restrict state) { return N(mbrtowc)((wchar_t *)w, s, n, state); }
size_t N(c32rtomb)(char *restrict s, unsigned w, void *restrict state) { return N(wcrtomb)(s, (wchar_t)w, state); }
size_t N(c16rtomb)(char *restrict s, unsigned short w, void *restrict state) { return N(wcrtomb)(s, w, state); }

size_t N(mbrtoc16)(unsigned short *restrict w, const char *restrict s, size_t n, void *restrict state) {
	wchar_t c = 0;
	size_t r = N(mbrtowc)(&c, s, n, state);
	if (w && s && r <= 1)
		*w = (unsigned short)c;
	return r;
}
