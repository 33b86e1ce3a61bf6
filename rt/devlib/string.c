/* string.h and strings.h (C17 7.24, POSIX) in the C locale. */

void *N(memcpy)(void *restrict d, const void *restrict s, size_t n) {
	u8 *p = d;
	const u8 *q = s;
	while (n--)
		*p++ = *q++;
	return d;
}

void *N(mempcpy)(void *restrict d, const void *restrict s, size_t n) { return (char *)N(memcpy)(d, s, n) + n; }

void *N(memmove)(void *d, const void *s, size_t n) {
	u8 *p = d;
	const u8 *q = s;
	if (p < q)
		while (n--)
			*p++ = *q++;
	else
		while (n--)
			p[n] = q[n];
	return d;
}

void N(bcopy)(const void *s, void *d, size_t n) { N(memmove)(d, s, n); }

void *N(memset)(void *d, int c, size_t n) {
	u8 *p = d;
	while (n--)
		*p++ = (u8)c;
	return d;
}

void N(bzero)(void *d, size_t n) { N(memset)(d, 0, n); }

void *N(memccpy)(void *restrict d, const void *restrict s, int c, size_t n) {
	u8 *p = d;
	const u8 *q = s;
	while (n--)
		if ((*p++ = *q++) == (u8)c)
			return p;
	return NULL;
}

int N(memcmp)(const void *a, const void *b, size_t n) {
	const u8 *p = a, *q = b;
	for (; n; n--, p++, q++)
		if (*p != *q)
			return *p - *q;
	return 0;
}

int N(bcmp)(const void *a, const void *b, size_t n) { return N(memcmp)(a, b, n); }

void *N(memchr)(const void *s, int c, size_t n) {
	const u8 *p = s;
	for (; n; n--, p++)
		if (*p == (u8)c)
			return (void *)p;
	return NULL;
}

void *N(rawmemchr)(const void *s, int c) {
	const u8 *p = s;
	while (*p != (u8)c)
		p++;
	return (void *)p;
}

void *N(memrchr)(const void *s, int c, size_t n) {
	const u8 *p = s;
	while (n--)
		if (p[n] == (u8)c)
			return (void *)(p + n);
	return NULL;
}

void *N(memmem)(const void *h, size_t hn, const void *s, size_t n) {
	const char *p = h;
	if (n > hn)
		return NULL;
	for (size_t i = 0; i <= hn - n; i++)
		if (!N(memcmp)(p + i, s, n))
			return (void *)(p + i);
	return NULL;
}

size_t N(strlen)(const char *s) {
	const char *p = s;
	while (*p)
		p++;
	return p - s;
}

size_t N(strnlen)(const char *s, size_t n) {
	size_t i = 0;
	while (i < n && s[i])
		i++;
	return i;
}

char *N(stpcpy)(char *restrict d, const char *restrict s) {
	while ((*d = *s++))
		d++;
	return d;
}

char *N(strcpy)(char *restrict d, const char *restrict s) {
	N(stpcpy)(d, s);
	return d;
}

char *N(stpncpy)(char *restrict d, const char *restrict s, size_t n) {
	while (n && *s)
		*d++ = *s++, n--;
	for (size_t i = 0; i < n; i++)
		d[i] = 0;
	return d;
}

char *N(strncpy)(char *restrict d, const char *restrict s, size_t n) {
	N(stpncpy)(d, s, n);
	return d;
}

char *N(strcat)(char *restrict d, const char *restrict s) {
	N(stpcpy)(d + N(strlen)(d), s);
	return d;
}

char *N(strncat)(char *restrict d, const char *restrict s, size_t n) {
	char *p = d + N(strlen)(d);
	while (n-- && *s)
		*p++ = *s++;
	*p = 0;
	return d;
}

int N(strcmp)(const char *a, const char *b) {
	while (*a && *a == *b)
		a++, b++;
	return (u8)*a - (u8)*b;
}

int N(strcoll)(const char *a, const char *b) { return N(strcmp)(a, b); }

size_t N(strxfrm)(char *restrict d, const char *restrict s, size_t n) {
	size_t len = N(strlen)(s);
	if (n)
		N(stpncpy)(d, s, n);
	return len;
}

int N(strncmp)(const char *a, const char *b, size_t n) {
	while (n && *a && *a == *b)
		a++, b++, n--;
	return n ? (u8)*a - (u8)*b : 0;
}

int N(strcasecmp)(const char *a, const char *b) {
	while (*a && N(tolower)((u8)*a) == N(tolower)((u8)*b))
		a++, b++;
	return N(tolower)((u8)*a) - N(tolower)((u8)*b);
}

int N(strncasecmp)(const char *a, const char *b, size_t n) {
	while (n && *a && N(tolower)((u8)*a) == N(tolower)((u8)*b))
		a++, b++, n--;
	return n ? N(tolower)((u8)*a) - N(tolower)((u8)*b) : 0;
}

char *N(strchrnul)(const char *s, int c) {
	while (*s && *s != (char)c)
		s++;
	return (char *)s;
}

char *N(strchr)(const char *s, int c) {
	s = N(strchrnul)(s, c);
	return *s == (char)c ? (char *)s : NULL;
}

char *N(strrchr)(const char *s, int c) { return N(memrchr)(s, c, N(strlen)(s) + 1); }

size_t N(strspn)(const char *s, const char *set) {
	size_t n = 0;
	while (s[n] && *N(strchrnul)(set, s[n]))
		n++;
	return n;
}

size_t N(strcspn)(const char *s, const char *set) {
	size_t n = 0;
	while (s[n] && !*N(strchrnul)(set, s[n]))
		n++;
	return n;
}

char *N(strpbrk)(const char *s, const char *set) {
	s += N(strcspn)(s, set);
	return *s ? (char *)s : NULL;
}

char *N(strstr)(const char *h, const char *s) {
	size_t n = N(strlen)(s);
	for (;; h++) {
		if (!N(strncmp)(h, s, n))
			return (char *)h;
		if (!*h)
			return NULL;
	}
}

char *N(strcasestr)(const char *h, const char *s) {
	size_t n = N(strlen)(s);
	for (;; h++) {
		if (!N(strncasecmp)(h, s, n))
			return (char *)h;
		if (!*h)
			return NULL;
	}
}

char *N(strtok_r)(char *restrict s, const char *restrict sep, char **restrict save) {
	if (!s)
		s = *(char *volatile *)save; // not read otherwise: it may have no value yet
	if (!s)
		return NULL;
	s += N(strspn)(s, sep);
	if (!*s) {
		*save = s;
		return NULL;
	}
	char *end = s + N(strcspn)(s, sep);
	if (*end)
		*end++ = 0;
	*save = end;
	return s;
}

char *N(strsep)(char **restrict sp, const char *restrict sep) {
	char *s = *sp;
	if (!s)
		return NULL;
	char *end = s + N(strcspn)(s, sep);
	*sp = *end ? (*end = 0, end + 1) : NULL;
	return s;
}

char *N(strndup)(const char *s, size_t n) {
	n = N(strnlen)(s, n);
	char *d = N(malloc)(n + 1);
	if (d)
		N(memcpy)(d, s, n), d[n] = 0;
	return d;
}

char *N(strdup)(const char *s) { return N(strndup)(s, N(strlen)(s)); }
