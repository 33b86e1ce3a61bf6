/* The memory of the CPU devices (arena.h). Blocks have sizes of 2^k and 3·2^(k-1). Small ones are cut
 * from slabs, which are kept. Large ones have the size asked for, and serve what needs a little less:
 * a program that maps 32 MB with each construct would else wait for the system to clear them each
 * time. The system may take their pages back. */
#include "arena.h"

#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../../cpu/pool/mutex.h"

enum { TINY = 2,
	SMALL_BITS = 13, /* blocks of up to 2^SMALL_BITS bytes share slabs */
	LARGEST_BITS = 21,
	HEADER = 64,
	SLAB = 1 << 16 };
enum { CLASSES = TINY + 2 * (LARGEST_BITS - 6) + 1,
	LAST_SMALL = TINY + 2 * (SMALL_BITS - 6) };

static const size_t LARGEST = (size_t)1 << LARGEST_BITS; /* of the blocks that have a class */
static const size_t HUGE_PAGE = 2 << 20;
static const size_t HELD_LIMIT = 64 << 20;               /* bytes kept in all, without those of slabs */
static const size_t SPARE_LIMIT = 256 << 20;             /* bytes of large blocks that are kept */
static const uintptr_t LARGE_CLASS = UINTPTR_MAX;

/* What stands before a block with a slab of its own, and at the start of a slab of small ones: at
 * the multiple of SLAB before a block. */
typedef struct header {
	uintptr_t class;
	size_t size;         /* of a large block */
	struct header *next; /* of an idle large block */
} header_t;

static pool_mutex lock;
static unsigned live;
static void *idle[CLASSES]; /* blocks, linked through their first words */
static size_t held;         /* bytes in the lists of blocks with a slab of their own */
static header_t *large;     /* idle large blocks, */
static size_t spare;        /* with these bytes in all */

/* class returns the size class for size bytes. */
static unsigned class(size_t size) {
	if (size <= 64)
		return size <= 16 ? 0 : size <= 32 ? 1
						   : TINY;
	unsigned k = 64 - (unsigned)__builtin_clzl(size - 1); /* 2^(k-1) < size <= 2^k */
	size_t three = (size_t)3 << (k - 2);
	return TINY + 2 * (k - 6) - (size <= three && three % 64 == 0);
}

static size_t block_size(uintptr_t c) {
	if (c < TINY)
		return (size_t)16 << c;
	c -= TINY;
	return c % 2 ? (size_t)3 << ((c + 1) / 2 + 6 - 2) : (size_t)1 << (c / 2 + 6);
}

static header_t *header_of(const void *block) { return (header_t *)((uintptr_t)block & ~(uintptr_t)(SLAB - 1)); }

/* advise says something about the whole pages of a range. */
static void advise(void *p, size_t size, size_t page, int advice) {
	uintptr_t from = ((uintptr_t)p + page - 1) & -page, to = ((uintptr_t)p + size) & -page;
	if (from < to)
		madvise((void *)from, to - from, advice);
}

/* system_memory asks for large pages where the block is large enough for them. */
static void *system_memory(size_t size) {
	void *p = NULL;
	if (posix_memalign(&p, SLAB, size))
		return NULL;
	if (size >= 2 * HUGE_PAGE)
		advise(p, size, HUGE_PAGE, MADV_HUGEPAGE);
	return p;
}

static void push(unsigned c, void *block) {
	*(void **)block = idle[c];
	idle[c] = block;
}

/* fresh returns a block with a slab of its own. */
static void *fresh(uintptr_t c, size_t size) {
	header_t *h = size <= SIZE_MAX - HEADER ? system_memory(size + HEADER) : NULL;
	if (!h)
		return NULL;
	h->class = c;
	h->size = size;
	return (char *)h + HEADER;
}

/* cut makes a slab of idle blocks, in the order of addresses. */
static void cut(unsigned c, size_t block) {
	header_t *h = system_memory(SLAB);
	if (!h)
		return;
	h->class = c;
	for (size_t i = (SLAB - HEADER) / block; i-- > 0;)
		push(c, (char *)h + HEADER + i * block);
}

static void *alloc(unsigned c) {
	if (!idle[c] && c <= LAST_SMALL)
		cut(c, block_size(c));
	void *p = idle[c];
	if (!p)
		return c > LAST_SMALL ? fresh(c, block_size(c)) : NULL;
	idle[c] = *(void **)p;
	if (c > LAST_SMALL)
		held -= block_size(c);
	return p;
}

/* drop gives the idle large blocks back to the system. */
static void drop(void) {
	while (large) {
		header_t *h = large;
		large = h->next;
		free(h);
	}
	spare = 0;
}

/* alloc_large prefers the smallest idle block that is at most a quarter too large. */
static void *alloc_large(size_t size) {
	header_t **best = NULL;
	for (header_t **p = &large; *p; p = &(*p)->next)
		if ((*p)->size >= size && (*p)->size - size <= size / 4 && (!best || (*p)->size < (*best)->size))
			best = p;
	if (best) {
		header_t *h = *best;
		*best = h->next;
		spare -= h->size;
		return (char *)h + HEADER;
	}
	void *p = fresh(LARGE_CLASS, size);
	if (p || !large)
		return p;
	drop();
	return fresh(LARGE_CLASS, size);
}

void *ompcc_arena_alloc(size_t size) {
	ompcc_cpu_mutex_lock(&lock);
	void *p = size > LARGEST ? alloc_large(size) : alloc(class(size));
	live += p != NULL;
	ompcc_cpu_mutex_unlock(&lock);
	return p;
}

/* keep puts a block into its list, unless there are enough. */
static int keep(uintptr_t c, void *block) {
	if (c > LAST_SMALL) {
		size_t size = block_size(c);
		if (held + size > HELD_LIMIT)
			return 0;
		held += size;
	}
	push((unsigned)c, block);
	return 1;
}

static int keep_large(header_t *h) {
	if (spare + h->size > SPARE_LIMIT)
		return 0;
	spare += h->size;
	h->next = large;
	large = h;
	advise((char *)h + HEADER, h->size, (size_t)sysconf(_SC_PAGESIZE), MADV_FREE);
	return 1;
}

void ompcc_arena_free(void *block) {
	header_t *h = header_of(block);
	ompcc_cpu_mutex_lock(&lock);
	live--;
	int kept = h->class == LARGE_CLASS ? keep_large(h) : keep(h->class, block);
	ompcc_cpu_mutex_unlock(&lock);
	if (!kept)
		free(h);
}

unsigned ompcc_arena_live(void) {
	ompcc_cpu_mutex_lock(&lock);
	unsigned n = live;
	ompcc_cpu_mutex_unlock(&lock);
	return n;
}
