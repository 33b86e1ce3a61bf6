/* stdlib.h without the system (C17 7.22). errno is not set. */

int N(abs)(int x) { return x < 0 ? -x : x; }
long N(labs)(long x) { return x < 0 ? -x : x; }
long long N(llabs)(long long x) { return x < 0 ? -x : x; }
long N(imaxabs)(long x) { return x < 0 ? -x : x; }

/* digits reads an integer; limit is the greatest magnitude for a positive and
 * a negative number, beyond which the result is the limit. */
__attribute__((noinline)) static u64 digits(const char *restrict s, char **restrict end, int base, int is_signed) {
	const char *p = s;
	while (N(isspace)((u8)*p))
		p++;
	int neg = *p == '-';
	if (*p == '+' || *p == '-')
		p++;
	if ((base == 0 || base == 16) && p[0] == '0' && (p[1] | 32) == 'x') {
		int d = p[2];
		if ((unsigned)d - '0' < 10 || ((unsigned)d | 32) - 'a' < 6)
			p += 2, base = 16;
	}
	if (base == 0)
		base = *p == '0' ? 8 : 10;
	u64 v = 0, limit = is_signed ? (neg ? (u64)LONG_MIN : (u64)LONG_MAX) : ULONG_MAX;
	int any = 0, over = 0;
	for (;; p++) {
		int d = (u8)*p;
		if ((unsigned)d - '0' < 10)
			d -= '0';
		else if (((unsigned)d | 32) - 'a' < 26)
			d = (d | 32) - 'a' + 10;
		else
			break;
		if (d >= base)
			break;
		any = 1;
		if (v > (limit - d) / base)
			over = 1;
		v = v * base + d;
	}
	if (end)
		*end = (char *)(any ? p : s);
	if (over)
		return limit;
	return neg ? -v : v;
}

long N(strtol)(const char *restrict s, char **restrict end, int base) { return (long)digits(s, end, base, 1); }
long long N(strtoll)(const char *restrict s, char **restrict end, int base) { return (long)digits(s, end, base, 1); }
unsigned long N(strtoul)(const char *restrict s, char **restrict end, int base) { return digits(s, end, base, 0); }
unsigned long long N(strtoull)(const char *restrict s, char **restrict end, int base) { return digits(s, end, base, 0); }
long N(strtoimax)(const char *restrict s, char **restrict end, int base) { return (long)digits(s, end, base, 1); }
unsigned long N(strtoumax)(const char *restrict s, char **restrict end, int base) { return digits(s, end, base, 0); }
int N(atoi)(const char *s) { return (int)(long)digits(s, NULL, 10, 1); }
long N(atol)(const char *s) { return (long)digits(s, NULL, 10, 1); }
long long N(atoll)(const char *s) { return (long)digits(s, NULL, 10, 1); }

typedef int (*compare)(const void *, const void *);

void *N(bsearch)(const void *key, const void *base, size_t n, size_t size, compare cmp) {
	const char *p = base;
	while (n) {
		const char *m = p + n / 2 * size;
		int c = cmp(key, m);
		if (!c)
			return (void *)m;
		if (c > 0)
			p = m + size, n -= n / 2 + 1;
		else
			n /= 2;
	}
	return NULL;
}

static void swap_bytes(char *a, char *b, size_t n) {
	while (n--) {
		char t = *a;
		*a++ = *b;
		*b++ = t;
	}
}

static void insertion(char *a, size_t n, size_t size, compare cmp) {
	for (size_t i = 1; i < n; i++)
		for (size_t j = i; j && cmp(a + (j - 1) * size, a + j * size) > 0; j--)
			swap_bytes(a + (j - 1) * size, a + j * size, size);
}

static void sift(char *a, size_t i, size_t n, size_t size, compare cmp) {
	for (size_t c; (c = 2 * i + 1) < n; i = c) {
		if (c + 1 < n && cmp(a + c * size, a + (c + 1) * size) < 0)
			c++;
		if (cmp(a + i * size, a + c * size) >= 0)
			return;
		swap_bytes(a + i * size, a + c * size, size);
	}
}

static void heapsort(char *a, size_t n, size_t size, compare cmp) {
	for (size_t i = n / 2; i--;)
		sift(a, i, n, size, cmp);
	while (n > 1) {
		swap_bytes(a, a + --n * size, size);
		sift(a, 0, n, size, cmp);
	}
}

/* qsort is a stable merge sort as long as there is memory for it, like glibc's. */
__attribute__((noinline)) void N(qsort)(void *base, size_t n, size_t size, compare cmp) {
	char *a = base, *tmp;
	if (n <= 16) {
		insertion(a, n, size, cmp);
		return;
	}
	if (!(tmp = N(malloc)(n * size))) {
		heapsort(a, n, size, cmp);
		return;
	}
	for (size_t i = 0; i < n; i += 16)
		insertion(a + i * size, n - i < 16 ? n - i : 16, size, cmp);
	for (size_t w = 16; w < n; w *= 2) {
		for (size_t lo = 0; lo + w < n; lo += 2 * w) {
			size_t hi = lo + 2 * w < n ? lo + 2 * w : n, i = lo, j = lo + w;
			char *t = tmp;
			while (i < lo + w && j < hi)
				if (cmp(a + i * size, a + j * size) <= 0)
					N(memcpy)(t, a + i++ * size, size), t += size;
				else
					N(memcpy)(t, a + j++ * size, size), t += size;
            /* What is left of the second half is in its place already. */
			N(memmove)(a + (hi - (lo + w - i) - (hi - j)) * size + (hi - j) * 0, a + i * size, (lo + w - i) * size);
			N(memcpy)(a + lo * size, tmp, (size_t)(t - tmp));
		}
	}
	N(free)(tmp);
}

/* rand: each thread has a sequence of its own, unless more than 4096 threads
 * share the states. */
static u32 rand_state[4096];

int N(rand_r)(unsigned *s) {
	u32 x = *s + 0x9e3779b9u;
	*s = x;
	x = (x ^ x >> 16) * 0x21f0aaadu;
	x = (x ^ x >> 15) * 0x735a2d97u;
	return (x ^ x >> 15) & 0x7fffffff;
}

int omp_get_team_num(void);
int __ompcc_hardware_thread(void);

/* own_slot is the thread's place in a table of n slots. A program's functions learn the number of their thread from
 * state that this library does not see, so the hardware's number takes its place. */
static u32 own_slot(u32 n) { return (omp_get_team_num() * 256u + __ompcc_hardware_thread()) % n; }

static u32 *my_state(void) {
	return &rand_state[own_slot(4096)];
}

int N(rand)(void) { return N(rand_r)(my_state()); }
void N(srand)(unsigned seed) { *my_state() = seed; }

void N(abort)(void) { __builtin_trap(); }
