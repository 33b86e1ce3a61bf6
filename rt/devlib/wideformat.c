/* Formatted output to wide characters (C17 7.29.2.3, 7.29.2.7): the format and the text are bytes in between, of
 * which those that no character of the C locale has stand for the format's other characters as in UTF-8. */

static char *utf8_of(const wchar_t *f) {
	char *text = N(malloc)(4 * N(wcslen)(f) + 1), *o = text;
	if (!text)
		return NULL;
	for (; *f; f++) {
		u32 c = (u32)*f;
		int more = c < 0x80 ? 0 : c < 0x800 ? 1
			: c < 0x10000               ? 2
						    : 3;
		*o++ = (char)(more ? (0xff00 >> (more + 1) & 0xff) | c >> 6 * more : c);
		while (more--)
			*o++ = (char)(0x80 | (c >> 6 * more & 0x3f));
	}
	*o = 0;
	return text;
}

/* wide_of gives the n bytes at s as at most size characters, their number or -1. */
static int wide_of(wchar_t *d, size_t size, const char *s, int n) {
	size_t k = 0;
	for (int i = 0; i < n; k++) {
		u8 c = (u8)s[i++];
		int more = c < 0x80 ? 0 : c < 0xe0 ? 1
			: c < 0xf0                 ? 2
						   : 3;
		u32 w = more ? c & 0x3f >> more : c;
		for (; more && i < n; more--)
			w = w << 6 | (s[i++] & 0x3f);
		if (k + 1 >= size)
			return -1;
		d[k] = (wchar_t)w;
	}
	d[k] = 0;
	return (int)k;
}

__attribute__((noinline)) int N(vswprintf)(wchar_t *restrict d, size_t size, const wchar_t *restrict f, va_list ap) {
	va_list again = ap;
	char *format = utf8_of(f);
	int n = format && size ? N(vsnprintf)(NULL, 0, format, ap) : -1;
	char *text = n < 0 ? NULL : N(malloc)((size_t)n + 1);
	int r = -1;
	if (text) {
		N(vsnprintf)(text, (size_t)n + 1, format, again);
		r = wide_of(d, size, text, n);
	}
	if (size && r < 0)
		*d = 0;
	N(free)(text);
	N(free)(format);
	return r;
}
