/* Device traits: lists of expressions over kind, vendor, arch and uid, each
 * with a subscript or section that picks of the devices that match. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "../../abi/constants.h"
#include "traits.h"

typedef struct {
	const char *at;
	const ompcc_traits_t *device;
	int bad;
} parser_t;

static void blanks(parser_t *p) { p->at += strspn(p->at, " \t\n"); }

static int accept(parser_t *p, const char *token) {
	blanks(p);
	size_t n = strlen(token);
	if (strncmp(p->at, token, n))
		return 0;
	p->at += n;
	return 1;
}

static int any(parser_t *p);

/* word reads letters, digits and what identifiers of devices have. */
static size_t word(parser_t *p, const char **begin) {
	blanks(p);
	*begin = p->at;
	while (isalnum((unsigned char)*p->at) || strchr("_-.:", *p->at ? *p->at : ' '))
		p->at++;
	return (size_t)(p->at - *begin);
}

static int same(const char *text, size_t n, const char *want) {
	return strlen(want) == n && !strncasecmp(text, want, n);
}

/* cpu_has says whether the processor has an instruction set extension, by the
 * names that compilers use. */
static int cpu_has(const char *name, size_t n) {
#if defined __x86_64__
#define FEATURE(f) \
	if (same(name, n, f)) \
		return __builtin_cpu_supports(f) != 0;
	/* clang-format off */
	FEATURE("sse") FEATURE("sse2") FEATURE("sse3") FEATURE("ssse3") FEATURE("sse4.1") FEATURE("sse4.2") FEATURE("popcnt")
	FEATURE("avx") FEATURE("avx2") FEATURE("fma") FEATURE("bmi") FEATURE("bmi2") FEATURE("aes") FEATURE("pclmul")
	FEATURE("avx512f") FEATURE("avx512bw") FEATURE("avx512cd") FEATURE("avx512dq") FEATURE("avx512vl")
	/* clang-format on */
#undef FEATURE
#elif defined __aarch64__
	if (same(name, n, "neon") || same(name, n, "fp"))
		return 1;
#endif
				return 0;
}

/* arch_is knows the other names that compilers have for an architecture. */
static int arch_is(const char *arch, const char *name, size_t n) {
	static const char *const aliases[][2] = {
#define ALIAS(plugin, vendor, machine, alias, lanes) {machine, alias},
		OMPCC_GPU_KINDS(ALIAS)
#undef ALIAS
			{"x86_64", "x86"},
		{"aarch64", "arm64"}};
	for (size_t i = 0; i < sizeof aliases / sizeof *aliases; i++)
		if (!strcmp(arch, aliases[i][0]) && same(name, n, aliases[i][1]))
			return 1;
	return same(name, n, arch);
}

int ompcc_traits_has(const ompcc_traits_t *d, int trait, const char *name, size_t n) {
	switch (trait) {
	case OMPCC_TRAIT_KIND:
		return same(name, n, "any") || same(name, n, d->kind) || same(name, n, d->host ? "host" : "nohost");
	case OMPCC_TRAIT_ARCH:
		return arch_is(d->arch, name, n);
	case OMPCC_TRAIT_ISA:
		return *d->isa ? same(name, n, d->isa) : !strcmp(d->kind, "cpu") && cpu_has(name, n);
	case OMPCC_TRAIT_UID:
		return strlen(d->uid) == n && !memcmp(name, d->uid, n);
	}
	return 0;
}

static int trait(parser_t *p) {
	static const char *const names[] = {"kind", "arch", "isa", "uid"};
	const char *name, *value;
	size_t n = word(p, &name);
	if (!n || !accept(p, "(")) {
		p->bad = 1;
		return 0;
	}
	size_t v = word(p, &value);
	if (!v || !accept(p, ")"))
		p->bad = 1;
	if (same(name, n, "vendor"))
		return same(value, v, p->device->vendor);
	for (int i = 0; i < 4; i++)
		if (same(name, n, names[i]))
			return ompcc_traits_has(p->device, i + 1, value, v);
	p->bad = 1;
	return 0;
}

static int factor(parser_t *p) {
	if (accept(p, "!"))
		return !factor(p);
	if (accept(p, "*"))
		return 1;
	if (!accept(p, "("))
		return trait(p);
	int v = any(p);
	p->bad |= !accept(p, ")");
	return v;
}

static int all(parser_t *p) {
	int v = factor(p);
	while (!p->bad && accept(p, "&&"))
		v &= factor(p);
	return v;
}

static int any(parser_t *p) {
	int v = all(p);
	while (!p->bad && accept(p, "||"))
		v |= all(p);
	return v;
}

static long integer(parser_t *p, long fallback) {
	char *end;
	blanks(p);
	long v = strtol(p->at, &end, 10);
	if (end == p->at)
		return fallback;
	p->at = end;
	return v;
}

/* section reads [i], [lower:length], [:length], [lower:] or nothing. */
static void section(parser_t *p, long *lower, long *length) {
	*lower = 0;
	*length = 1L << 30;
	if (!accept(p, "["))
		return;
	long i = integer(p, -1);
	if (accept(p, ":")) {
		*lower = i < 0 ? 0 : i;
		*length = integer(p, *length);
	} else {
		*lower = i;
		*length = 1;
	}
	p->bad |= !accept(p, "]") || *lower < 0 || *length < 0;
}

typedef struct {
	const ompcc_traits_t *devices;
	int n, found;
	int *order;
} list_t;

static void pick(list_t *l, int device) {
	for (int i = 0; i < l->found; i++)
		if (l->order[i] == device)
			return;
	l->order[l->found++] = device;
}

/* term adds the devices of one term of the list, in their order. */
static void term(parser_t *p, list_t *l) {
	const char *begin = p->at;
	int match[l->n + 1];
	long lower, length, seen = 0;
	for (int d = 0; d < l->n || d == 0; d++) {
		static const ompcc_traits_t nobody = {"", "", "", "", "", 0};
		p->at = begin;
		p->device = l->n ? &l->devices[d] : &nobody;
		match[d] = any(p) && l->n;
		if (p->bad)
			return;
	}
	section(p, &lower, &length);
	for (int d = 0; d < l->n; d++)
		if (match[d] && seen++ >= lower && seen <= lower + length)
			pick(l, d);
}

int ompcc_traits_select(const char *spec, const ompcc_traits_t *devices, int n, int *order) {
	parser_t p = {.at = spec};
	list_t l = {devices, n, 0, order};
	do
		term(&p, &l);
	while (!p.bad && accept(&p, ","));
	blanks(&p);
	return p.bad || *p.at ? OMPCC_TRAIT_ERROR : l.found;
}

int ompcc_traits_first(const char *spec, const ompcc_traits_t *devices, int n) {
	parser_t p = {.at = spec};
	int order[n + 1], first = OMPCC_TRAIT_NONE;
	do {
		const char *name, *start = p.at;
		size_t len = word(&p, &name);
		list_t l = {devices, n, 0, order};
		if (same(name, len, "initial") || same(name, len, "invalid")) {
			if (first == OMPCC_TRAIT_NONE)
				first = same(name, len, "initial") ? OMPCC_TRAIT_INITIAL : OMPCC_TRAIT_INVALID;
			continue;
		}
		p.at = start;
		term(&p, &l);
		if (first == OMPCC_TRAIT_NONE && l.found)
			first = order[0];
	} while (!p.bad && accept(&p, ","));
	blanks(&p);
	return p.bad || *p.at ? OMPCC_TRAIT_ERROR : first;
}
