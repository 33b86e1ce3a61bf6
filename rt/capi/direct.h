/* Constructs that C carries out by itself: see mapped.h. */
#ifndef OMPCC_DIRECT_H
#define OMPCC_DIRECT_H

#include <setjmp.h>

#include "shim.h"

#pragma GCC visibility push(hidden)

/* Each returns 1 when the construct is done, 0 when Go has to do it: then
 * nothing has happened yet. f has the construct's items, without mappers. */
extern int ompcc_direct_enter(const ompcc_frame_t *f);
extern int ompcc_direct_exit(const ompcc_frame_t *f);
extern int ompcc_direct_update(const ompcc_frame_t *f);

/* ompcc_direct_target runs f->handle, a kernel of the CPU device. When Go has to
 * do the exit, *rc is its result, else OMPCC_OK. */
extern int ompcc_direct_target(ompcc_frame_t *f, int *rc);

/* Where a copy that meets memory which does not exist goes on, NULL when the
 * calling thread is not copying. */
extern __thread sigjmp_buf *ompcc_copying;

#pragma GCC visibility pop

#endif
