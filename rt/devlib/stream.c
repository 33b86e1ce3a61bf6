/* Output (C17 7.21). A device has the standard output and stderr. The runtime writes the host's stdin, stdout and
 * stderr into __ompcc_streams, which device code reads under these names. So a stream that a kernel gets from the
 * host is the same one. */

extern void *__ompcc_streams[3];

enum { STDOUT = 1,
	STDERR = 2 };

/* Text that the runtime writes when the kernel has ended. The compiler defines such
 * buffers in modules that write to them. */
struct text {
	u32 pos, dropped;
	char data[1048568];
};

extern struct text __ompcc_stderr;

static void append(struct text *t, const char *s, size_t n) {
	u32 at = __atomic_load_n(&t->pos, __ATOMIC_RELAXED);
	do
		if (n > sizeof t->data - at) {
			__atomic_fetch_add(&t->dropped, (u32)n, __ATOMIC_RELAXED);
			return;
		}
	while (!__atomic_compare_exchange_n(&t->pos, &at, at + (u32)n, 1, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
	N(memcpy)(t->data + at, s, n);
}

static void write_to(int stream, const char *s, size_t n) {
	if (stream == STDERR)
		append(&__ompcc_stderr, s, n);
	else
		N(devwrite)(s, n);
}

/* A message is formatted first and written at once, so that messages of several
 * threads do not mix. formatted gives its length; one that is longer than the size bytes
 * at *s takes memory. */
static int formatted(char **s, size_t size, const char *restrict fmt, va_list ap) {
	va_list again = ap;
	int n = N(vsnprintf)(*s, size, fmt, ap);
	if (n < (int)size)
		return n;
	char *more = N(malloc)((size_t)n + 1);
	if (!more)
		return (int)size - 1;
	*s = more;
	return N(vsnprintf)(more, (size_t)n + 1, fmt, again);
}

/* What prints to the standard output alone does not ask for the buffer of stderr, which
 * a program without it does not have. */
static int vprint(const char *restrict fmt, va_list ap) {
	char small[256], *s = small;
	int n = formatted(&s, sizeof small, fmt, ap);
	if (n >= 0)
		N(devwrite)(s, (size_t)n);
	if (s != small)
		N(free)(s);
	return n;
}

static int vprint_to(int stream, const char *restrict fmt, va_list ap) {
	char small[256], *s = small;
	int n = formatted(&s, sizeof small, fmt, ap);
	if (n >= 0)
		write_to(stream, s, (size_t)n);
	if (s != small)
		N(free)(s);
	return n;
}

int N(__openmp_vprintf)(const char *restrict fmt, va_list ap) { return vprint(fmt, ap); }

static int print(const char *fmt, ...) {
	va_list ap;
	va_start(ap, fmt);
	int n = vprint(fmt, ap);
	va_end(ap);
	return n;
}

static int print_error(const char *fmt, ...) {
	va_list ap;
	va_start(ap, fmt);
	int n = vprint_to(STDERR, fmt, ap);
	va_end(ap);
	return n;
}

int N(puts)(const char *s) {
	print("%s\n", s);
	return 1;
}

int N(putchar)(int c) {
	char ch = (char)c;
	N(devwrite)(&ch, 1);
	return (u8)c;
}

int N(putchar_unlocked)(int c) { return N(putchar)(c); }

/* stream_of is which stream f is; no other one is of a device. */
static int stream_of(const char *function, void *f) {
	if (f == __ompcc_streams[STDOUT])
		return STDOUT;
	if (f == __ompcc_streams[STDERR])
		return STDERR;
	print("ompcc: error: %s in device code: the stream is neither stdout nor stderr, which are all that a GPU has\n", function);
	N(abort)();
	return 0;
}

int N(vfprintf)(void *restrict f, const char *restrict fmt, va_list ap) { return vprint_to(stream_of("fprintf", f), fmt, ap); }

int N(fputs)(const char *restrict s, void *restrict f) {
	write_to(stream_of("fputs", f), s, N(strlen)(s));
	return 1;
}

int N(fputc)(int c, void *f) {
	char ch = (char)c;
	write_to(stream_of("fputc", f), &ch, 1);
	return (u8)c;
}

size_t N(fwrite)(const void *restrict p, size_t size, size_t n, void *restrict f) {
	if (!size || !n)
		return 0;
	write_to(stream_of("fwrite", f), p, size * n);
	return n;
}

int N(putc)(int c, void *f) { return N(fputc)(c, f); }
int N(fputs_unlocked)(const char *restrict s, void *restrict f) { return N(fputs)(s, f); }
int N(fputc_unlocked)(int c, void *f) { return N(fputc)(c, f); }
int N(putc_unlocked)(int c, void *f) { return N(fputc)(c, f); }
size_t N(fwrite_unlocked)(const void *restrict p, size_t size, size_t n, void *restrict f) { return N(fwrite)(p, size, n, f); }

/* Nothing is kept back, and nothing fails but for room, which the runtime reports. */
int N(fflush)(void *f) {
	if (f)
		stream_of("fflush", f);
	return 0;
}

int N(ferror)(void *f) {
	stream_of("ferror", f);
	return 0;
}

int N(feof)(void *f) {
	stream_of("feof", f);
	return 0;
}

void N(clearerr)(void *f) { stream_of("clearerr", f); }
int N(fflush_unlocked)(void *f) { return N(fflush)(f); }
int N(ferror_unlocked)(void *f) { return N(ferror)(f); }
int N(feof_unlocked)(void *f) { return N(feof)(f); }
void N(clearerr_unlocked)(void *f) { N(clearerr)(f); }

/* What an error directive says (OpenMP 5.2 §8.5). */
void N(__openmp_error)(int fatal, const char *where, const char *message) {
	print("ompcc: %s: %s%s%s\n", fatal ? "error" : "warning", where, message ? ": " : "", message ? message : "");
	if (fatal)
		N(abort)();
}

void N(__assert_fail)(const char *expr, const char *file, unsigned line, const char *func) {
	print("%s:%u: %s: Assertion `%s' failed.\n", file, line, func, expr);
	N(abort)();
}
