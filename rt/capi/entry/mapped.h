/* The data environments as the host side knows them (entry/direct.c). */
#ifndef OMPCC_MAPPED_H
#define OMPCC_MAPPED_H

#include <stdint.h>

#include "../../cpu/pool/mutex.h"
#include "../../abi/direct.h"
#include "../host/shim.h"

#pragma GCC visibility push(hidden)

/* A device whose constructs need no cgo as a rule. */
typedef struct {
	uintptr_t env;
	pool_mutex *lock; /* the map table's */
	int own;          /* the device's memory is the arena: C serves omp_target_alloc */
	int direct;       /* C may serve the device's constructs */
} ompcc_shared_t;

/* ompcc_know is called once for each device, before it is ready for anybody, and ompcc_share where C may serve its constructs. Both get
 * addresses of Go's functions (rt/dataenv/direct.go), 0: none. */
extern void ompcc_know(int device, uintptr_t env, uintptr_t lock, uintptr_t name, const uint32_t *layout);
extern void ompcc_share(int device, int own, uintptr_t construct, uintptr_t lookup);
extern ompcc_shared_t ompcc_shared_devices[OMPCC_MAX_DEVICES];
/* ompcc_shared is NULL if all constructs go through cgo. */
static inline const ompcc_shared_t *ompcc_shared(int device) {
	const ompcc_shared_t *s = &ompcc_shared_devices[device];
	return s->direct ? s : NULL;
}

/* Where ompcc_go_resume goes on. */
enum { OMPCC_RESUME_OPEN, /* of the steps of an enter some are done */
	OMPCC_RESUME_PREPARE, /* entered; some address has to be waited for */
	OMPCC_RESUME_CLOSE,   /* of the steps of an exit some are done */
	OMPCC_RESUME_LEAVE,   /* the end of a target construct */
	OMPCC_RESUME_WAKE };  /* threads wait for an entry */

/* Each returns 1 when the construct is done, with its result in *rc, and 0 when all of it has to go through cgo: then nothing has
 * happened yet. f has the construct's items, without mappers. */
extern int ompcc_direct_enter(ompcc_frame_t *f, int *rc);
extern int ompcc_direct_exit(ompcc_frame_t *f, int *rc);
extern int ompcc_direct_update(ompcc_frame_t *f, int *rc);
extern int ompcc_direct_target(ompcc_frame_t *f, int *rc); /* runs f->handle, a kernel of the CPU device */

/* ompcc_mapped is the device address for host address p, or 0. */
extern uintptr_t ompcc_mapped(int device, const void *p);

/* Blocks that omp_target_alloc handed out and that were not freed. */
extern _Atomic long ompcc_user_blocks;

#pragma GCC visibility pop

#endif
