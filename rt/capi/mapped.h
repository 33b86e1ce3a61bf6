/* What the host side of the runtime knows of mapped storage without entering Go (entry_present.c). */
#ifndef OMPCC_MAPPED_H
#define OMPCC_MAPPED_H

#include <stdint.h>

#include "../cpu/pool/mutex.h"
#include "table.h"

#pragma GCC visibility push(hidden)

/* What Go lets C look at, for each device; NULL: nothing. */
typedef struct {
	ompcc_table_t *table;
	int own;   /* the device's memory is the arena: C copies for update, and serves omp_target_alloc */
	int plain; /* declare target variables are always in place (Info.PlainMemory) */
} ompcc_shared_t;

extern void ompcc_table_share(int device, uintptr_t table, int own, int plain);
extern const ompcc_shared_t *ompcc_shared(int device);
/* ompcc_table_known lets C look up names, also where it may do nothing else. */
extern void ompcc_table_known(int device, uintptr_t table);

/* ompcc_mapped is the device address for host address p, or 0. */
extern uintptr_t ompcc_mapped(int device, const void *p);

/* Blocks that omp_target_alloc handed out and that were not freed. */
extern _Atomic long ompcc_user_blocks;

#pragma GCC visibility pop

#endif
