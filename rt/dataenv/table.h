/* The map table of a device: which host storage corresponds to which storage of the device. There is
 * this one table. The data environment in Go reaches it by way of table.go, constructs that the
 * host side runs without Go (rt/capi/entry_direct.c) call it themselves.
 *
 * It is in C because a call from C to Go costs 600 instructions, and each event that Go sends to a tool
 * 250 more: docs/RATIONALE.md, "One map table". */
#ifndef OMPCC_TABLE_H
#define OMPCC_TABLE_H

#include <stddef.h>
#include <stdint.h>

#include "../cpu/pool/mutex.h"

#pragma GCC visibility push(hidden)

enum { OMPCC_FREE,
	OMPCC_BUILDING,
	OMPCC_READY,
	OMPCC_CLOSING,
	OMPCC_FAILED };     /* state */
enum { OMPCC_ASSOCIATED = 1,
	OMPCC_GLOBAL = 2,
	OMPCC_ATTACHED = 4,
	OMPCC_PADDED = 8,
	OMPCC_SELF = 16 }; /* traits */
enum { OMPCC_LINKS_SET = 1,
	OMPCC_LINKS_RESET = 2 };          /* links */
enum { OMPCC_INFINITE = INT32_MAX }; /* refs of what is never removed */

/* Host storage [host, host+size) corresponds to device storage at dev. An entry stays where it is
 * while it exists. */
typedef struct { /* dataenv.Entry */
	uintptr_t host, size, dev;
	uintptr_t site; /* __ompcc_construct_t that created it, or 0 */
	uintptr_t name; /* C string: list item that created it */
	int32_t refs;   /* OMPCC_INFINITE or the number of enters without exit */
	uint32_t op;    /* seq of the last op that looked at it; of a free entry, the next free one */
	uint32_t id;    /* its place in the table */
	uint8_t hold;   /* how many of refs came with ompx_hold */
	uint8_t shift;  /* of a padded entry, multiples of 64 in front of it */
	uint8_t state, traits;
} ompcc_entry_t;

typedef struct ompcc_chunk ompcc_chunk_t;

typedef struct {
	/* What the data environment reads and writes (dataenv.shared). */
	pool_mutex lock;
	uint32_t waiters; /* threads that wait for an entry's state */
	uint32_t seq;     /* number of the last op */
	uint32_t n;       /* entries */
	uint32_t links;   /* what entries mean for link variables: new ones; those that go away, too */

	/* What table.c alone knows. */
	uint32_t mask, shift; /* of the hash */
	uint32_t spare, next; /* id+1 of the first free entry; an id that was never used */
	uint32_t *hash;       /* mask+1 of id+1, 0: empty; linear probing, at most half full */
	ompcc_entry_t **slabs;
	ompcc_chunk_t **chunks, *unused; /* sorted, none empty */
	uint32_t nslabs, slabs_cap, nchunks, chunks_cap;
} ompcc_table_t;

extern ompcc_table_t *ompcc_table_new(void);

/* Of all the others the caller holds the lock. ompcc_table_find returns the entry that a lies in,
 * ompcc_table_before the last one that begins at or before a, ompcc_table_after the first one that begins
 * behind it; NULL without one. */
extern ompcc_entry_t *ompcc_table_find(const ompcc_table_t *, uintptr_t a);
extern ompcc_entry_t *ompcc_table_before(const ompcc_table_t *, uintptr_t a);
extern ompcc_entry_t *ompcc_table_after(const ompcc_table_t *, uintptr_t a);

/* ompcc_table_insert returns an entry for [host, host+size), NULL when it overlaps another one. */
extern ompcc_entry_t *ompcc_table_insert(ompcc_table_t *, uintptr_t host, uintptr_t size);

/* With keep, the entry's memory is not used again: somebody may look at it. */
extern void ompcc_table_remove(ompcc_table_t *, ompcc_entry_t *, int keep);

/* Ends the program. The runtime has one that says so as its other errors do. */
extern _Noreturn void ompcc_no_memory(void);

#pragma GCC visibility pop

#endif
