/* The memory of the CPU devices in the checked mode (-fsanitize=offload).
 *
 * All of it lies in one range of addresses. Behind each block some space is
 * left unused, and freed blocks are not used again at once, so that most
 * addresses outside of a block are inside of none. For every byte of the range
 * there is a byte of shadow: which device it belongs to, and whether it may be
 * used and has a value. */
#ifndef OMPCC_SANITIZE_HEAP_H
#define OMPCC_SANITIZE_HEAP_H

#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

/* A byte of shadow: device << 2 | state; 0 where no block is. */
enum { SHADOW_FRESH = 1,
	SHADOW_FREED = 2,
	SHADOW_SET = 3,
	SHADOW_STATE = 3,
	SHADOW_DEVICE = 2 };
#define SHADOW_ALL(byte) (UINT64_C(0x0101010101010101) * (uint64_t)(byte))

typedef struct {
	uintptr_t base, size;        /* 0 as long as the mode is off */
	uint8_t *shadow;
} ompcc_heap_t;

/* Flags of a map clause that is not known. */
enum { BLOCK_MAP_UNKNOWN = 1 << 30 };

/* How a block came to be. */
enum { BLOCK_RUNTIME,
	BLOCK_MAP,
	BLOCK_COPY,
	BLOCK_ROUTINE,
	BLOCK_KERNEL };

/* Where something was done: file may be NULL. routine: by a call of it; end: at
 * the end of the construct that stands there. */
typedef struct {
	const char *routine, *file;
	unsigned line;
	uint8_t end;
} ompcc_place_t;

typedef struct {
	uintptr_t base, size, room;  /* room: up to the next block */
	uintptr_t host;              /* of what is mapped, else 0 */
	const char *name;            /* list item, or the routine; NULL: not known */
	ompcc_place_t made, freed;
	uint64_t when;               /* it was freed, in the order of frees */
	unsigned flags;              /* of the map clause (rt/abi) */
	uint8_t kind, state, device; /* state: SHADOW_FRESH when in use, else SHADOW_FREED */
	uint16_t pad;                /* bytes in front of what is mapped, which nobody may use */
	uint32_t next;               /* in the lists of freed blocks, 0: the last */
} ompcc_block_t;

extern const ompcc_heap_t *ompcc_heap(void);
/* ompcc_heap_start reserves the addresses: 0 when that is not possible. */
extern int ompcc_heap_start(void);
/* ompcc_heap_alloc returns 0 when there is no memory. */
extern uintptr_t ompcc_heap_alloc(unsigned device, size_t size, size_t align, const ompcc_block_t *about);
/* ompcc_heap_free returns 0 if no block in use begins at addr. */
extern int ompcc_heap_free(uintptr_t addr, ompcc_place_t where);
/* ompcc_heap_describe says what the block that begins at addr is. */
extern void ompcc_heap_describe(uintptr_t addr, const ompcc_block_t *about);
/* ompcc_heap_find copies the block that holds addr, or is nearest to it: 0
 * when addr is not in the heap or the heap is empty. */
extern int ompcc_heap_find(uintptr_t addr, ompcc_block_t *found);
/* ompcc_heap_unmapped copies the block that was mapped last for host address a
 * and is freed: 0 when there is none. */
extern int ompcc_heap_unmapped(uintptr_t a, ompcc_block_t *found);
/* ompcc_heap_within says whether n bytes at addr lie in one block of the device that
 * is in use. */
extern int ompcc_heap_within(uintptr_t addr, size_t n, unsigned device);
/* ompcc_heap_set notes that n bytes have a value; copy, that they have one
 * where those at src have. */
extern void ompcc_heap_set(uintptr_t addr, size_t n);
extern void ompcc_heap_copy(uintptr_t dst, uintptr_t src, size_t n);
/* ompcc_heap_forget drops names that lie in [begin, end), which goes away. */
extern void ompcc_heap_forget(uintptr_t begin, uintptr_t end);

static inline int ompcc_in_heap(const ompcc_heap_t *h, uintptr_t a) { return a - h->base < h->size; }

#pragma GCC visibility pop

#endif
