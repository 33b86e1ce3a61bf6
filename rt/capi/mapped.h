/* What the host side of the runtime knows of mapped storage without entering Go: the map tables
 * (rt/dataenv/table.h) and the CPU devices' memory (arena.h). A construct that needs no more is run in
 * entry_direct.c; whatever is different in any way goes to Go, before anything has changed. */
#ifndef OMPCC_MAPPED_H
#define OMPCC_MAPPED_H

#include "../dataenv/table.h"
#include "arena.h"

#pragma GCC visibility push(hidden)

/* What Go lets C work on, for each device; NULL: nothing. */
typedef struct {
	ompcc_table_t *table;
	int own;   /* C makes and removes storage, and moves data: on CPU devices */
	int plain; /* declare target variables are always in place (Info.PlainMemory) */
} ompcc_shared_t;

extern void ompcc_table_share(int device, uintptr_t table, int own, int plain);
extern const ompcc_shared_t *ompcc_shared(int device);

/* ompcc_mapped is the device address for host address p, or 0. */
extern uintptr_t ompcc_mapped(int device, const void *p);

/* Blocks that omp_target_alloc handed out and that were not freed. */
extern _Atomic long ompcc_user_blocks;

#pragma GCC visibility pop

#endif
