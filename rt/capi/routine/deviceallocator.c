/* The allocators of device code on the CPU device (rt/devlib/allocator.h). Blocks are found in
 * a table: in the checked mode nothing but the program's bytes is in memory that is checked. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../../sanitize/heap.h"
#include "../host/addresses.h"
#include "../host/shim.h"

extern void *__ompcc_check_lib_aligned_alloc(size_t align, size_t size);
extern void __ompcc_check_lib_free(void *p);
extern void *__ompcc_check_lib_memcpy(void *d, const void *s, size_t n);
extern void *__ompcc_check_lib_memset(void *d, int c, size_t n);

typedef uint32_t u32;
typedef uint64_t u64;

struct block {
	void *at;
	u64 size, allocator, *used;
};

static ompcc_addresses_t blocks; /* struct block by at */

static int checked(void) { return ompcc_heap()->base != 0; }

static struct block *block_of(const void *p) { return (struct block *)ompcc_addresses_get(&blocks, p, 0); }

static struct block *block_place(size_t align, size_t size) {
	struct block *b = malloc(sizeof *b);
	if (!b)
		return NULL;
	b->at = NULL;
	if (checked())
		b->at = __ompcc_check_lib_aligned_alloc(align, size);
	else if (posix_memalign(&b->at, align, size))
		b->at = NULL;
	if (!b->at) {
		free(b);
		return NULL;
	}
	ompcc_addresses_put(&blocks, b->at, 0, (uintptr_t)b);
	return b;
}

static void block_drop(struct block *b) {
	ompcc_addresses_take(&blocks, b->at, 0);
	if (checked())
		__ompcc_check_lib_free(b->at);
	else
		free(b->at);
	free(b);
}

static void block_move(void *d, const void *s, size_t n) {
	if (checked())
		__ompcc_check_lib_memcpy(d, s, n);
	else
		memcpy(d, s, n);
}

static void *mem_memset(void *d, int c, size_t n) {
	return checked() ? __ompcc_check_lib_memset(d, c, n) : memset(d, c, n);
}

#define mem_malloc malloc
#define mem_free free
#define N(name) mem_##name
#define MEM(name) __ompcc_mem_##name
#define MEM_ABORT() ompcc_fatal("error: omp_alloc in a target region: the allocator has no more memory, and the trait fallback:abort_fb")
#define MEM_FOREIGN() ompcc_fatal("error: omp_free in a target region: the pointer is none that omp_alloc gave")
#define BLOCK_NEW(align, size) block_place(align, size)
#define BLOCK_OF(p) block_of(p)
#define BLOCK_DROP(b) block_drop(b)
#define BLOCK_MOVE(to, from, size) block_move(to, from, size)
#include "../../devlib/allocator.h"
