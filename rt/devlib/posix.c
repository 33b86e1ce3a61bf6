/* What POSIX and glibc have beyond ISO C that needs no system. */

int N(ffsll)(long long x) { return x ? __builtin_ctzll(x) + 1 : 0; }
int N(ffsl)(long x) { return N(ffsll)(x); }
int N(ffs)(int x) { return N(ffsll)((unsigned)x); }
char *N(index)(const char *s, int c) { return N(strchr)(s, c); }
char *N(rindex)(const char *s, int c) { return N(strrchr)(s, c); }
void N(explicit_bzero)(void *p, size_t n) {
	volatile char *c = p;
	while (n--)
		*c++ = 0;
}

void N(swab)(const void *restrict from, void *restrict to, ssize_t n) {
	const char *s = from;
	char *d = to;
	for (; n > 1; n -= 2, s += 2, d += 2) {
		char c = s[0];
		d[0] = s[1], d[1] = c;
	}
}

void *N(reallocarray)(void *p, size_t n, size_t size) {
	size_t bytes;
	return __builtin_mul_overflow(n, size, &bytes) ? NULL : N(realloc)(p, bytes);
}

/* The sequences of drand48 are POSIX's: X' = (0x5deece66d X + 11) mod 2^48. Those without a state of the
 * caller's have one for each thread, as rand has. */
static unsigned long rand48_state[4096];

static u64 next48(unsigned short *s) {
	u64 x = s[0] | (u64)s[1] << 16 | (u64)s[2] << 32;
	x = (x * 0x5deece66dul + 11) & 0xfffffffffffful;
	s[0] = (unsigned short)x, s[1] = (unsigned short)(x >> 16), s[2] = (unsigned short)(x >> 32);
	return x;
}

double N(erand48)(unsigned short s[3]) { return (double)next48(s) * 0x1p-48; }
long N(nrand48)(unsigned short s[3]) { return (long)(next48(s) >> 17); }
long N(jrand48)(unsigned short s[3]) { return (int)(next48(s) >> 16); }

static unsigned short *my_state48(void) {
	return (unsigned short *)&rand48_state[own_slot(4096)];
}

double N(drand48)(void) { return N(erand48)(my_state48()); }
long N(lrand48)(void) { return N(nrand48)(my_state48()); }
long N(mrand48)(void) { return N(jrand48)(my_state48()); }

void N(srand48)(long seed) {
	unsigned short *s = my_state48();
	s[0] = 0x330e, s[1] = (unsigned short)seed, s[2] = (unsigned short)(seed >> 16);
}

long N(random)(void) { return N(rand)(); }
void N(srandom)(unsigned seed) { N(srand)(seed); }

/* strtok goes on in the string that the same thread gave last. */
static char *strtok_rest[4096];

char *N(strtok)(char *restrict s, const char *restrict sep) {
	return N(strtok_r)(s, sep, &strtok_rest[own_slot(4096)]);
}

double N(difftime)(long a, long b) { return (double)a - (double)b; }

/* a64l: digits of 6 bits, the lowest first. */
long N(a64l)(const char *s) {
	u32 x = 0;
	for (int i = 0; i < 36 && *s; i += 6, s++) {
		int c = *s, v = c >= 'a' ? c - 'a' + 38 : c >= 'A' ? c - 'A' + 12
								   : c - '.';
		x |= (u32)((u64)v << i);
	}
	return x;
}

/* qsort_r sorts in place: a heap, which is not stable. */
typedef int (*compare_with)(const void *, const void *, void *);

static void sink(char *a, size_t i, size_t n, size_t size, compare_with cmp, void *arg) {
	for (size_t c; (c = 2 * i + 1) < n; i = c) {
		if (c + 1 < n && cmp(a + c * size, a + (c + 1) * size, arg) < 0)
			c++;
		if (cmp(a + i * size, a + c * size, arg) >= 0)
			return;
		swap_bytes(a + i * size, a + c * size, size);
	}
}

void N(qsort_r)(void *base, size_t n, size_t size, compare_with cmp, void *arg) {
	for (size_t i = n / 2; i-- > 0;)
		sink(base, i, n, size, cmp, arg);
	for (size_t k = n; k-- > 1;) {
		swap_bytes(base, (char *)base + k * size, size);
		sink(base, 0, k, size, cmp, arg);
	}
}

static int is_digit(int c) { return (unsigned)c - '0' < 10; }

/* strverscmp compares runs of digits as numbers; those that begin with 0 are fractions. */
int N(strverscmp)(const char *a, const char *b) {
	size_t i = 0, run = 0; /* where the run of digits begins in which they differ */
	int zeros = 1;         /* it has only zeros so far */
	for (; a[i] == b[i]; i++) {
		if (!a[i])
			return 0;
		if (!is_digit(a[i]))
			run = i + 1, zeros = 1;
		else if (a[i] != '0')
			zeros = 0;
	}
	if (is_digit(a[run]) && is_digit(b[run]) && a[run] != '0' && b[run] != '0') {
		size_t k = i;
		for (; is_digit(a[k]); k++)
			if (!is_digit(b[k]))
				return 1;
		if (is_digit(b[k]))
			return -1;
	} else if (zeros && run < i && (is_digit(a[i]) || is_digit(b[i])))
		return (u8)(a[i] - '0') - (u8)(b[i] - '0');
	return (u8)a[i] - (u8)b[i];
}

void *N(lfind)(const void *key, const void *base, size_t *n, size_t size, compare cmp) {
	const char *p = base;
	for (size_t i = 0; i < *n; i++, p += size)
		if (!cmp(key, p))
			return (void *)p;
	return NULL;
}

void *N(lsearch)(const void *key, void *base, size_t *n, size_t size, compare cmp) {
	void *p = N(lfind)(key, base, n, size, cmp);
	return p ? p : N(memcpy)((char *)base + (*n)++ * size, key, size);
}

struct element {
	struct element *next, *previous;
};

void N(insque)(void *element, void *previous) {
	struct element *e = element, *p = previous;
	e->previous = p;
	e->next = p ? p->next : NULL;
	if (!p)
		return;
	if (p->next)
		p->next->previous = e;
	p->next = e;
}

void N(remque)(void *element) {
	struct element *e = element;
	if (e->next)
		e->next->previous = e->previous;
	if (e->previous)
		e->previous->next = e->next;
}
