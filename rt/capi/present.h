/* Constructs whose data is present (entry_present.c). */
#ifndef OMPCC_PRESENT_H
#define OMPCC_PRESENT_H

#include "shim.h"

#pragma GCC visibility push(hidden)

/* Each returns 1 when the construct is done, 0 when Go has to do it: then
 * nothing has happened yet. f has the construct's items, without mappers. */
extern int ompcc_present_enter(const ompcc_frame_t *f);
extern int ompcc_present_exit(const ompcc_frame_t *f);
extern int ompcc_present_update(const ompcc_frame_t *f);

/* ompcc_present_target runs f->handle, a kernel of the CPU device. When Go has to
 * do the exit, *rc is its result, else OMPCC_OK. */
extern int ompcc_present_target(ompcc_frame_t *f, int *rc);

#pragma GCC visibility pop

#endif
