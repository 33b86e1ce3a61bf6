/* The checks that compiled code calls. What is in order is found out here, by
 * one look at the shadow; the runtime that serves the process judges the rest. */
#include <string.h>

#include "check.h"

const ompcc_heap_t *ompcc_check_heap;
__thread uint8_t ompcc_check_set __attribute__((tls_model("initial-exec")));

#define PUBLIC __attribute__((visibility("default")))
#define FRAME ((uintptr_t)__builtin_dwarf_cfa())

static __attribute__((noinline, cold)) void slow(const void *p, size_t n, ompcc_access_t how, const __ompcc_site_t *site, uintptr_t frame) {
	ompcc_checks()->slow((uintptr_t)p, n, how, site, frame);
}

/* The shadow of n bytes at a is beyond the end of the range by less than a page
 * at most, which is mapped. */
#define READ(n, type) \
	PUBLIC void __ompcc_check_read##n(const void *p, const __ompcc_site_t *site) { \
		uintptr_t at = (uintptr_t)p - ompcc_check_heap->base; \
		if (__builtin_expect(at < ompcc_check_heap->size, 1)) { \
			type s; \
			memcpy(&s, ompcc_check_heap->shadow + at, sizeof s); \
			if (__builtin_expect(s == (type)SHADOW_ALL(ompcc_check_set), 1)) \
				return; \
		} \
		slow(p, n, ACCESS_READ, site, FRAME); \
	}

/* What may be written to has a value already or differs in one bit from it. */
#define WRITE(n, type) \
	PUBLIC void __ompcc_check_write##n(void *p, const __ompcc_site_t *site) { \
		uintptr_t at = (uintptr_t)p - ompcc_check_heap->base; \
		if (__builtin_expect(at < ompcc_check_heap->size, 1)) { \
			type s, set = (type)SHADOW_ALL(ompcc_check_set); \
			memcpy(&s, ompcc_check_heap->shadow + at, sizeof s); \
			if (__builtin_expect(s == set, 1)) \
				return; \
			if ((s | (type)SHADOW_ALL(SHADOW_SET ^ SHADOW_FRESH)) == set) { \
				memcpy(ompcc_check_heap->shadow + at, &set, sizeof set); \
				return; \
			} \
		} \
		slow(p, n, ACCESS_WRITE, site, FRAME); \
	}

READ(1, uint8_t)
READ(2, uint16_t)
READ(4, uint32_t)
READ(8, uint64_t)
WRITE(1, uint8_t)
WRITE(2, uint16_t)
WRITE(4, uint32_t)
WRITE(8, uint64_t)

PUBLIC void __ompcc_check_read16(const void *p, const __ompcc_site_t *site) { ompcc_check(p, 16, ACCESS_READ, site, FRAME); }
PUBLIC void __ompcc_check_write16(void *p, const __ompcc_site_t *site) { ompcc_check(p, 16, ACCESS_WRITE, site, FRAME); }
PUBLIC void __ompcc_check_read(const void *p, unsigned long n, const __ompcc_site_t *site) {
	ompcc_check(p, n, ACCESS_READ, site, FRAME);
}
PUBLIC void __ompcc_check_write(void *p, unsigned long n, const __ompcc_site_t *site) {
	ompcc_check(p, n, ACCESS_WRITE, site, FRAME);
}
PUBLIC void __ompcc_check_update(void *p, unsigned long n, const __ompcc_site_t *site) {
	ompcc_check(p, n, ACCESS_UPDATE, site, FRAME);
}
PUBLIC void __ompcc_check_take(const void *p, unsigned long n, const __ompcc_site_t *site) {
	ompcc_check(p, n, ACCESS_TAKE, site, FRAME);
}

/* all says whether n bytes of shadow are just as they are when set. */
static int all(const uint8_t *s, size_t n, uint8_t set) {
	uint64_t word, want = SHADOW_ALL(set);
	for (; n >= 8; n -= 8, s += 8) {
		memcpy(&word, s, 8);
		if (word != want)
			return 0;
	}
	while (n--)
		if (*s++ != set)
			return 0;
	return 1;
}

/* Outside of memory that a kernel owns nothing is noted, so a byte that cannot
 * be looked up counts as one with a value. */
void ompcc_check(const void *p, size_t n, ompcc_access_t how, const __ompcc_site_t *site, uintptr_t frame) {
	uintptr_t at = (uintptr_t)p - ompcc_check_heap->base;
	if (n == 0)
		return;
	if (at < ompcc_check_heap->size && n <= ompcc_check_heap->size - at &&
		all(ompcc_check_heap->shadow + at, n, ompcc_check_set))
		return;
	slow(p, n, how, site, frame);
}

void ompcc_check_copied(void *dst, const void *src, size_t n, const __ompcc_site_t *to, const __ompcc_site_t *from, uintptr_t frame) {
	if (n == 0)
		return;
	ompcc_access_t how = ompcc_in_heap(ompcc_check_heap, (uintptr_t)dst) ? ACCESS_COPY_FROM : ACCESS_TAKE;
	ompcc_check(src, n, how, from, frame);
	ompcc_check(dst, n, ACCESS_COPY_TO, to, frame);
	ompcc_checks()->copy((uintptr_t)dst, (uintptr_t)src, n);
}

PUBLIC void __ompcc_check_copy(void *dst, const void *src, unsigned long n, const __ompcc_site_t *to, const __ompcc_site_t *from) {
	ompcc_check_copied(dst, src, n, to, from, FRAME);
}

PUBLIC void __ompcc_check_global_read(const void *p, unsigned long n, const __ompcc_site_t *site) {
	ompcc_checks()->variable((uintptr_t)p, n, ACCESS_READ, site);
}

PUBLIC void __ompcc_check_global_write(void *p, unsigned long n) { ompcc_checks()->variable((uintptr_t)p, n, ACCESS_WRITE, NULL); }

PUBLIC void __ompcc_check_object(const void *p, unsigned long n, const void *base, const __ompcc_variable_t *v,
	const __ompcc_site_t *site) {
	size_t at = (size_t)((const char *)p - (const char *)base);
	if (__builtin_expect(at > v->size || n > v->size - at, 0))
		ompcc_checks()->object((uintptr_t)p, n, (uintptr_t)base, v, site);
}

PUBLIC void __ompcc_check_enter(void) { ompcc_check_set = ompcc_checks()->enter(); }

PUBLIC void __ompcc_check_here(const char *routine, const char *file, unsigned line) {
	ompcc_checks()->here(routine, file, line);
}

/* What the host's code is compiled to tell of its accesses (rt/capi/watched): only where storage is tracked anybody listens. */
#define OWN __attribute__((visibility("hidden")))
static const volatile uintptr_t nowhere[2];
OWN const volatile uintptr_t *__ompcc_host_watched = nowhere;
OWN void __ompcc_host_access(const void *p, unsigned long n, int writes, const void *pc) {
	ompcc_checks()->access((uintptr_t)p, n, writes, (uintptr_t)pc);
}

PUBLIC void __ompcc_check_register(const __ompcc_checked_t *c) {
	ompcc_checks()->add(c);
	ompcc_check_heap = ompcc_checks()->heap();
	__ompcc_host_watched = ompcc_checks()->watched;
}

PUBLIC void __ompcc_check_unregister(const __ompcc_checked_t *c) { ompcc_checks()->remove(c); }
