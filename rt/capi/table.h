/* The map tables of the devices, as C sees them: the same memory and the same
 * lock that rt/dataenv works with in Go, and the CPU devices' idle blocks that
 * rt/device hands out.
 *
 * What a construct needs is usually no more than the table: everything that it
 * names is present, or is new and has room in the table and an idle block. That
 * is done here, without entering Go. Whatever is different in any way goes to
 * Go, before anything has changed. */
#ifndef OMPCC_TABLE_H
#define OMPCC_TABLE_H

#include <stddef.h>
#include <stdint.h>

#include "../cpu/pool/mutex.h"

#pragma GCC visibility push(hidden)

enum { OMPCC_FREE, OMPCC_BUILDING, OMPCC_READY, OMPCC_CLOSING, OMPCC_FAILED };       /* dataenv.state */
enum { OMPCC_ASSOCIATED = 1, OMPCC_GLOBAL = 2, OMPCC_ATTACHED = 4, OMPCC_PADDED = 8, OMPCC_SELF = 16 };/* dataenv.traits */
enum { OMPCC_INFINITE = INT32_MAX };                                               /* dataenv.Infinite */
enum { OMPCC_SLAB = 1024, OMPCC_CHUNK = 256, OMPCC_BLOCK_CLASSES = 33, OMPCC_SLAB_ALIGN = 1 << 16 };

typedef struct {                     /* dataenv.Entry */
	uintptr_t host, size, dev, site, name;
	int32_t refs;
	uint32_t op, id;
	uint8_t hold, shift, state, traits;
} ompcc_entry_t;

typedef struct {                     /* dataenv.chunk */
	intptr_t n;
	uintptr_t host[OMPCC_CHUNK];
	uint32_t id[OMPCC_CHUNK];
} ompcc_chunk_t;

typedef struct {                     /* dataenv.shared */
	pool_mutex lock;
	uint32_t waiters, seq, n;
	uint32_t *hash;
	uint32_t mask, shift;
	ompcc_entry_t **slabs;
	uint32_t nslabs, slabs_cap;
	ompcc_chunk_t **chunks;
	uint32_t nchunks, chunks_cap;
	ompcc_chunk_t *unused;
	uint32_t spare, next, links, pad;
} ompcc_table_t;

typedef struct {                     /* device.lists */
	pool_mutex lock;
	uint32_t live;
	void *idle[OMPCC_BLOCK_CLASSES];
	uintptr_t held;
	void *large;                     /* Go's alone, like spare */
	uintptr_t spare;
} ompcc_arena_t;

enum { OMPCC_LINKS_RESET = 2 }; /* in links: entries that go away concern link variables */

/* What Go lets C work on, for each device; NULL: nothing. */
typedef struct {
	ompcc_table_t *table;
	ompcc_arena_t *arena;            /* NULL: C makes and removes no storage, and moves no data */
	int plain;                       /* declare target variables are always in place (Info.PlainMemory) */
} ompcc_shared_t;

extern void ompcc_table_share(int device, uintptr_t table, uintptr_t arena, int plain);
extern const ompcc_shared_t *ompcc_shared(int device);

/* The entry that a lies in, NULL without one. The lock is held. */
extern ompcc_entry_t *ompcc_table_find(const ompcc_table_t *, uintptr_t a);
/* An entry for [host, host+size), NULL when it overlaps another one or Go must
 * make room. The lock is held. */
extern ompcc_entry_t *ompcc_table_insert(ompcc_table_t *, uintptr_t host, uintptr_t size);
/* With keep, the entry's memory is not used again: somebody may look at it. */
extern void ompcc_table_remove(ompcc_table_t *, ompcc_entry_t *, int keep);

/* A block of size bytes, NULL when none is idle. */
extern void *ompcc_block_take(ompcc_arena_t *, size_t size);
/* ompcc_block_give takes a block back; 0: Go has to. */
extern int ompcc_block_give(ompcc_arena_t *, void *);

/* ompcc_mapped is the device address for host address p, or 0. */
extern uintptr_t ompcc_mapped(int device, const void *p);

/* Blocks that omp_target_alloc handed out and that were not freed. */
extern _Atomic long ompcc_user_blocks;

extern _Noreturn void ompcc_no_memory(void);

#pragma GCC visibility pop

#endif
