/* The C library functions that kernels call in the checked mode. Each wrapper checks the memory
 * that its arguments point to, and allocates from the device's heap. It has the type of the
 * function that it replaces. */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <search.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "check.h"

#define LIBRARY(type, name) __attribute__((visibility("default"))) type __ompcc_check_lib_##name
#define FRAME ((uintptr_t)__builtin_dwarf_cfa())
#define READS(p, n) ompcc_check(p, n, ACCESS_READ, at, FRAME)
#define WRITES(p, n) ompcc_check(p, n, ACCESS_WRITE, at, FRAME)
#define UPDATES(p, n) ompcc_check(p, n, ACCESS_UPDATE, at, FRAME)
#define STRING(s) string(s, SIZE_MAX, FRAME)
#define AT_MOST(s, n) string(s, n, FRAME)

static __thread const __ompcc_site_t *at __attribute__((tls_model("initial-exec")));

__attribute__((visibility("default"))) void __ompcc_check_at(const __ompcc_site_t *site) { at = site; }

static size_t least(size_t a, size_t b) { return a < b ? a : b; }

/* string checks reads of a string up to its end, or of its first most bytes, and returns their number. */
static size_t string(const char *s, size_t most, uintptr_t frame) {
	size_t n = 0;
	while (n < most) {
		ompcc_check(s + n, 1, ACCESS_READ, at, frame);
		if (!s[n])
			return n;
		n++;
	}
	return n;
}

/* --- memory ------------------------------------------------------------------- */

LIBRARY(void *, memcpy)(void *d, const void *s, size_t n) {
	ompcc_check_copied(d, s, n, at, at, FRAME);
	return memcpy(d, s, n);
}
LIBRARY(void *, memmove)(void *d, const void *s, size_t n) {
	ompcc_check_copied(d, s, n, at, at, FRAME);
	return memmove(d, s, n);
}
LIBRARY(void *, mempcpy)(void *d, const void *s, size_t n) {
	ompcc_check_copied(d, s, n, at, at, FRAME);
	return mempcpy(d, s, n);
}
LIBRARY(void, bcopy)(const void *s, void *d, size_t n) {
	ompcc_check_copied(d, s, n, at, at, FRAME);
	memmove(d, s, n);
}
LIBRARY(void *, memset)(void *d, int c, size_t n) {
	WRITES(d, n);
	return memset(d, c, n);
}
LIBRARY(void, bzero)(void *d, size_t n) {
	WRITES(d, n);
	memset(d, 0, n);
}

/* find checks reads up to the first byte c, but of at most n bytes, and returns its address or NULL. */
static const unsigned char *find(const void *p, int c, size_t n, uintptr_t frame) {
	const unsigned char *s = p;
	for (size_t i = 0; i < n; i++) {
		ompcc_check(s + i, 1, ACCESS_READ, at, frame);
		if (s[i] == (unsigned char)c)
			return s + i;
	}
	return NULL;
}

LIBRARY(void *, memchr)(const void *s, int c, size_t n) { return (void *)find(s, c, n, FRAME); }
LIBRARY(void *, rawmemchr)(const void *s, int c) { return (void *)find(s, c, SIZE_MAX, FRAME); }
LIBRARY(void *, memrchr)(const void *s, int c, size_t n) {
	READS(s, n);
	return memrchr(s, c, n);
}
LIBRARY(void *, memccpy)(void *d, const void *s, int c, size_t n) {
	const unsigned char *end = find(s, c, n, FRAME);
	WRITES(d, end ? (size_t)(end - (const unsigned char *)s) + 1 : n);
	return memccpy(d, s, c, n);
}
LIBRARY(int, memcmp)(const void *a, const void *b, size_t n) {
	READS(a, n);
	READS(b, n);
	return memcmp(a, b, n);
}
LIBRARY(int, bcmp)(const void *a, const void *b, size_t n) {
	READS(a, n);
	READS(b, n);
	return memcmp(a, b, n);
}
LIBRARY(void *, memmem)(const void *h, size_t n, const void *s, size_t k) {
	READS(h, n);
	READS(s, k);
	return memmem(h, n, s, k);
}

/* --- strings --------------------------------------------------------------------- */

LIBRARY(size_t, strlen)(const char *s) { return STRING(s); }
LIBRARY(size_t, strnlen)(const char *s, size_t n) { return AT_MOST(s, n); }
LIBRARY(char *, strcpy)(char *d, const char *s) {
	WRITES(d, STRING(s) + 1);
	return strcpy(d, s);
}
LIBRARY(char *, stpcpy)(char *d, const char *s) {
	WRITES(d, STRING(s) + 1);
	return stpcpy(d, s);
}
LIBRARY(char *, strncpy)(char *d, const char *s, size_t n) {
	AT_MOST(s, n);
	WRITES(d, n);
	return strncpy(d, s, n);
}
LIBRARY(char *, stpncpy)(char *d, const char *s, size_t n) {
	AT_MOST(s, n);
	WRITES(d, n);
	return stpncpy(d, s, n);
}
LIBRARY(char *, strcat)(char *d, const char *s) {
	size_t n = STRING(d);
	WRITES(d + n, STRING(s) + 1);
	return strcat(d, s);
}
LIBRARY(char *, strncat)(char *d, const char *s, size_t k) {
	size_t n = STRING(d);
	WRITES(d + n, AT_MOST(s, k) + 1);
	return strncat(d, s, k);
}

/* compared checks the reads of two strings up to the first difference. */
static void compared(const char *a, const char *b, size_t n, int fold, uintptr_t frame) {
	for (size_t i = 0; i < n; i++) {
		ompcc_check(a + i, 1, ACCESS_READ, at, frame);
		ompcc_check(b + i, 1, ACCESS_READ, at, frame);
		int x = (unsigned char)a[i], y = (unsigned char)b[i];
		if (!x || (fold ? tolower(x) != tolower(y) : x != y))
			return;
	}
}

LIBRARY(int, strcmp)(const char *a, const char *b) {
	compared(a, b, SIZE_MAX, 0, FRAME);
	return strcmp(a, b);
}
LIBRARY(int, strncmp)(const char *a, const char *b, size_t n) {
	compared(a, b, n, 0, FRAME);
	return strncmp(a, b, n);
}
LIBRARY(int, strcasecmp)(const char *a, const char *b) {
	compared(a, b, SIZE_MAX, 1, FRAME);
	return strcasecmp(a, b);
}
LIBRARY(int, strncasecmp)(const char *a, const char *b, size_t n) {
	compared(a, b, n, 1, FRAME);
	return strncasecmp(a, b, n);
}
LIBRARY(int, strcoll)(const char *a, const char *b) {
	STRING(a);
	STRING(b);
	return strcoll(a, b);
}
LIBRARY(size_t, strxfrm)(char *d, const char *s, size_t n) {
	STRING(s);
	size_t k = strxfrm(NULL, s, 0);
	WRITES(d, least(n, k + 1));
	return strxfrm(d, s, n);
}
LIBRARY(char *, strchr)(const char *s, int c) {
	size_t n = 0;
	for (;; n++) {
		READS(s + n, 1);
		if (s[n] == (char)c)
			return (char *)s + n;
		if (!s[n])
			return NULL;
	}
}
LIBRARY(char *, strchrnul)(const char *s, int c) {
	size_t n = 0;
	for (;; n++) {
		READS(s + n, 1);
		if (s[n] == (char)c || !s[n])
			return (char *)s + n;
	}
}
LIBRARY(char *, strrchr)(const char *s, int c) {
	STRING(s);
	return strrchr(s, c);
}

#define OF_TWO(type, name) \
	LIBRARY(type, name)(const char *a, const char *b) { \
		STRING(a); \
		STRING(b); \
		return name(a, b); \
	}
OF_TWO(char *, strstr)
OF_TWO(char *, strcasestr)
OF_TWO(char *, strpbrk)
OF_TWO(size_t, strspn)
OF_TWO(size_t, strcspn)

/* With a null s, strtok continues in the string of the last call, which that call checked. */
LIBRARY(char *, strtok)(char *s, const char *by) {
	STRING(by);
	if (s)
		UPDATES(s, STRING(s) + 1);
	return strtok(s, by);
}
LIBRARY(char *, strtok_r)(char *s, const char *by, char **rest) {
	STRING(by);
	if (!s)
		READS(rest, sizeof *rest);
	char *from = s ? s : *rest;
	if (from)
		UPDATES(from, STRING(from) + 1);
	WRITES(rest, sizeof *rest);
	return strtok_r(s, by, rest);
}
LIBRARY(char *, strsep)(char **rest, const char *by) {
	STRING(by);
	UPDATES(rest, sizeof *rest);
	if (*rest)
		UPDATES(*rest, STRING(*rest) + 1);
	return strsep(rest, by);
}

/* --- numbers ------------------------------------------------------------------------ */

#define OF_ONE(type, name) \
	LIBRARY(type, name)(const char *s) { \
		STRING(s); \
		return name(s); \
	}
OF_ONE(int, atoi)
OF_ONE(long, atol)
OF_ONE(long long, atoll)
OF_ONE(double, atof)
OF_ONE(int, puts)

#define WITH_BASE(type, name) \
	LIBRARY(type, name)(const char *s, char **end, int base) { \
		STRING(s); \
		if (end) \
			WRITES(end, sizeof *end); \
		return name(s, end, base); \
	}
WITH_BASE(long, strtol)
WITH_BASE(long long, strtoll)
WITH_BASE(unsigned long, strtoul)
WITH_BASE(unsigned long long, strtoull)
WITH_BASE(intmax_t, strtoimax)
WITH_BASE(uintmax_t, strtoumax)

#define WITH_END(type, name) \
	LIBRARY(type, name)(const char *s, char **end) { \
		STRING(s); \
		if (end) \
			WRITES(end, sizeof *end); \
		return name(s, end); \
	}
WITH_END(double, strtod)
WITH_END(float, strtof)
WITH_END(long double, strtold)

LIBRARY(int, rand_r)(unsigned *seed) {
	UPDATES(seed, sizeof *seed);
	return rand_r(seed);
}

/* --- tables of the library that the macros of ctype.h read ------------------------------ */

enum { TABLE = 384 }; /* indexed from -128 to 255 */

#define LENDS(type, name) \
	LIBRARY(const type **, name)(void) { \
		const type **p = name(); \
		ompcc_checks()->lend(p, sizeof *p); \
		ompcc_checks()->lend(*p - 128, TABLE * sizeof **p); \
		return p; \
	}
LENDS(unsigned short, __ctype_b_loc)
LENDS(int32_t, __ctype_tolower_loc)
LENDS(int32_t, __ctype_toupper_loc)

/* --- allocation ----------------------------------------------------------------------- */

enum { PLAIN = 16 };

LIBRARY(void *, malloc)(size_t n) { return (void *)ompcc_checks()->alloc(n, PLAIN, "malloc", at); }

LIBRARY(void *, calloc)(size_t n, size_t size) {
	size_t bytes;
	if (__builtin_mul_overflow(n, size, &bytes))
		return NULL;
	void *p = (void *)ompcc_checks()->alloc(bytes, PLAIN, "calloc", at);
	if (p) {
		WRITES(p, bytes ? bytes : 1);
		memset(p, 0, bytes);
	}
	return p;
}

LIBRARY(void, free)(void *p) {
	if (p)
		ompcc_checks()->release((uintptr_t)p, at);
}

LIBRARY(void *, realloc)(void *p, size_t n) {
	void *q = (void *)ompcc_checks()->alloc(n, PLAIN, "realloc", at);
	if (!p || !q)
		return q;
	long size = ompcc_checks()->block_size((uintptr_t)p);
	if (size > 0) {
		size_t kept = least((size_t)size, n);
		memcpy(q, p, kept);
		ompcc_checks()->copy((uintptr_t)q, (uintptr_t)p, kept);
	}
	ompcc_checks()->release((uintptr_t)p, at);
	return q;
}

LIBRARY(void *, aligned_alloc)(size_t align, size_t n) { return (void *)ompcc_checks()->alloc(n, align, "aligned_alloc", at); }
LIBRARY(void *, memalign)(size_t align, size_t n) { return (void *)ompcc_checks()->alloc(n, align, "memalign", at); }

LIBRARY(int, posix_memalign)(void **p, size_t align, size_t n) {
	WRITES(p, sizeof *p);
	if (align % sizeof(void *) || (align & (align - 1)) || !align)
		return EINVAL;
	void *q = (void *)ompcc_checks()->alloc(n, align, "posix_memalign", at);
	if (!q)
		return ENOMEM;
	*p = q;
	return 0;
}

static char *duplicate(const char *s, size_t n, const char *name, uintptr_t frame) {
	char *p = (char *)ompcc_checks()->alloc(n + 1, PLAIN, name, at);
	if (p) {
		ompcc_check(p, n + 1, ACCESS_WRITE, at, frame);
		memcpy(p, s, n);
		p[n] = 0;
	}
	return p;
}
LIBRARY(char *, strdup)(const char *s) { return duplicate(s, STRING(s), "strdup", FRAME); }
LIBRARY(char *, strndup)(const char *s, size_t n) { return duplicate(s, AT_MOST(s, n), "strndup", FRAME); }

/* --- sorting --------------------------------------------------------------------------- */

typedef int compare_t(const void *, const void *);

/* qsort of the C library may compare copies of the elements in host memory, which compare must not
 * read. merge_sort has its spare memory on the device. */
static void merge_sort(char *a, char *spare, size_t n, size_t size, compare_t *compare) {
	if (n < 2)
		return;
	size_t k = n / 2;
	merge_sort(a, spare, k, size, compare);
	merge_sort(a + k * size, spare, n - k, size, compare);
	memcpy(spare, a, k * size);
	char *x = spare, *end = spare + k * size, *y = a + k * size, *last = a + n * size;
	for (; x < end; a += size) {
		char **from = y < last && compare(x, y) > 0 ? &y : &x;
		memmove(a, *from, size);
		*from += size;
	}
}

LIBRARY(void, qsort)(void *a, size_t n, size_t size, compare_t *compare) {
	UPDATES(a, n * size);
	char *spare = (char *)ompcc_checks()->alloc(n * size, PLAIN, "qsort", at);
	if (!spare)
		return;
	WRITES(spare, n * size);
	merge_sort(a, spare, n, size, compare);
	ompcc_checks()->release((uintptr_t)spare, at);
}

LIBRARY(void *, bsearch)(const void *key, const void *a, size_t n, size_t size, compare_t *compare) {
	READS(a, n * size);
	return bsearch(key, a, n, size, compare);
}

/* --- formatted output -------------------------------------------------------------------- */

/* argument takes the argument of a conversion from the list and checks the memory that it points to. */
static void argument(char conversion, char length, int precision, va_list *ap, uintptr_t frame) {
	switch (conversion) {
	case 's': {
		const char *s = va_arg(*ap, const char *);
		if (s && length != 'l')
			string(s, precision < 0 ? SIZE_MAX : (size_t)precision, frame);
		break;
	}
	case 'n':
		ompcc_check(va_arg(*ap, void *), length == 'l' ? 8 : 4, ACCESS_WRITE, at, frame);
		break;
	case 'e':
	case 'E':
	case 'f':
	case 'F':
	case 'g':
	case 'G':
	case 'a':
	case 'A':
		if (length == 'L')
			va_arg(*ap, long double);
		else
			va_arg(*ap, double);
		break;
	case 'p':
		va_arg(*ap, void *);
		break;
	case 'm':
	case '%':
		break;
	default:
		if (length == 'l')
			va_arg(*ap, long);
		else
			va_arg(*ap, int);
	}
}

static int number(const char **f, va_list *ap) {
	int n = 0;
	if (**f == '*') {
		++*f;
		return va_arg(*ap, int);
	}
	while (isdigit((unsigned char)**f))
		n = 10 * n + *(*f)++ - '0';
	return n;
}

/* formatted checks the format and the memory that its arguments point to. */
static void formatted(const char *f, va_list list, uintptr_t frame) {
	va_list ap;
	string(f, SIZE_MAX, frame);
	va_copy(ap, list);
	while ((f = strchr(f, '%'))) {
		int precision = -1;
		char length = 0;
		f++;
		f += strspn(f, "-+ #0'");
		number(&f, &ap);
		if (*f == '.') {
			f++;
			precision = number(&f, &ap);
		}
		for (; *f && strchr("hlLqjzt", *f); f++)
			length = *f == 'L' ? 'L' : *f == 'h' ? 'h'
							     : 'l';
		if (!*f)
			break;
		argument(*f++, length, precision, &ap, frame);
	}
	va_end(ap);
}

static size_t length_of(const char *f, va_list list) {
	va_list ap;
	va_copy(ap, list);
	int n = vsnprintf(NULL, 0, f, ap);
	va_end(ap);
	return n < 0 ? 0 : (size_t)n;
}

LIBRARY(int, vprintf)(const char *f, va_list ap) {
	formatted(f, ap, FRAME);
	return vprintf(f, ap);
}
LIBRARY(int, vsprintf)(char *d, const char *f, va_list ap) {
	formatted(f, ap, FRAME);
	WRITES(d, length_of(f, ap) + 1);
	return vsprintf(d, f, ap);
}
LIBRARY(int, vsnprintf)(char *d, size_t n, const char *f, va_list ap) {
	formatted(f, ap, FRAME);
	WRITES(d, least(n, length_of(f, ap) + 1));
	return vsnprintf(d, n, f, ap);
}
LIBRARY(int, vfprintf)(FILE *to, const char *f, va_list ap) {
	formatted(f, ap, FRAME);
	return vfprintf(to, f, ap);
}
LIBRARY(int, vasprintf)(char **to, const char *f, va_list ap) {
	formatted(f, ap, FRAME);
	WRITES(to, sizeof *to);
	size_t n = length_of(f, ap);
	char *s = (char *)ompcc_checks()->alloc(n + 1, PLAIN, "asprintf", at);
	if (!s)
		return -1;
	WRITES(s, n + 1);
	*to = s;
	return vsnprintf(s, n + 1, f, ap);
}

/* --- output and input -------------------------------------------------------------------- */

#define OF_STREAM(type, name) \
	LIBRARY(type, name)(const char *s, FILE *f) { \
		STRING(s); \
		return name(s, f); \
	}
OF_STREAM(int, fputs)
OF_STREAM(int, fputs_unlocked)

#define OF_BYTES(type, name) \
	LIBRARY(type, name)(const void *p, size_t size, size_t n, FILE *f) { \
		READS(p, size * n); \
		return name(p, size, n, f); \
	}
OF_BYTES(size_t, fwrite)
OF_BYTES(size_t, fwrite_unlocked)

LIBRARY(void, perror)(const char *s) {
	if (s)
		STRING(s);
	perror(s);
}
LIBRARY(char *, strerror)(int e) {
	char *s = strerror(e);
	ompcc_checks()->lend(s, strlen(s) + 1);
	return s;
}
LIBRARY(int *, __errno_location)(void) {
	int *e = __errno_location();
	ompcc_checks()->lend(e, sizeof *e);
	return e;
}

/* stored checks the memory to which a conversion has written. It moves the memory that %m has allocated to
 * the device's heap. */
static void stored(char conversion, char length, int allocated, int width, void *p, uintptr_t frame) {
	size_t n = length == 'l' ? 8 : length == 'h' ? 2
		: length == 'H'                      ? 1
						     : 4;
	if (allocated) {
		ompcc_check(p, sizeof(char *), ACCESS_WRITE, at, frame);
		char **to = p, *s = *to;
		*to = duplicate(s, strlen(s), "sscanf", frame);
		free(s);
		return;
	}
	if (conversion == 'c')
		n = (size_t)(width ? width : 1);
	else if (conversion == 's' || conversion == '[')
		n = strlen(p) + 1;
	else if (conversion == 'p')
		n = sizeof(void *);
	ompcc_check(p, n, ACCESS_WRITE, at, frame);
}

/* scanned checks the first assigned conversions of a format, which have stored a value. */
static void scanned(const char *f, int assigned, va_list list, uintptr_t frame) {
	va_list ap;
	va_copy(ap, list);
	for (; assigned >= 0 && (f = strchr(f, '%')); f++) {
		char length = 0;
		int skip = f[1] == '*', width = 0, allocated = 0;
		f += 1 + skip;
		while (isdigit((unsigned char)*f))
			width = 10 * width + *f++ - '0';
		if (*f == '$')
			break; /* numbered arguments are not checked */
		if (*f == 'm')
			allocated = 1, f++;
		for (; *f && strchr("hlLqjzt", *f); f++)
			length = *f == 'h' ? (length == 'h' ? 'H' : 'h') : 'l';
		char conversion = *f;
		if (!conversion)
			break;
		if (conversion == '[') {
			f += 1 + (f[1] == '^');
			f += *f == ']';
			if (!(f = strchr(f, ']')))
				break;
		}
		if (conversion == '%' || skip)
			continue;
		if (conversion != 'n' && --assigned < 0)
			break;
		stored(conversion, length, allocated, width, va_arg(ap, void *), frame);
	}
	va_end(ap);
}

LIBRARY(int, __isoc99_vsscanf)(const char *s, const char *f, va_list ap) {
	string(f, SIZE_MAX, FRAME);
	STRING(s);
	int n = vsscanf(s, f, ap);
	if (n >= 0)
		scanned(f, n, ap, FRAME);
	return n;
}

/* --- lists -------------------------------------------------------------------------------- */

struct element {
	struct element *next, *previous;
};
LIBRARY(void, insque)(struct element *e, struct element *before) {
	WRITES(e, sizeof *e);
	if (before) {
		UPDATES(&before->next, sizeof before->next);
		if (before->next)
			WRITES(&before->next->previous, sizeof e);
	}
	insque(e, before);
}
LIBRARY(void, remque)(struct element *e) {
	READS(e, sizeof *e);
	if (e->next)
		WRITES(&e->next->previous, sizeof e);
	if (e->previous)
		WRITES(&e->previous->next, sizeof e);
	remque(e);
}
LIBRARY(void *, lsearch)(const void *key, void *a, size_t *n, size_t size, compare_t *compare) {
	UPDATES(n, sizeof *n);
	READS(a, *n * size);
	READS(key, size);
	size_t before = *n;
	void *p = lfind(key, a, &before, size, compare);
	if (p)
		return p;
	WRITES((char *)a + *n * size, size);
	return memcpy((char *)a + (*n)++ * size, key, size);
}
