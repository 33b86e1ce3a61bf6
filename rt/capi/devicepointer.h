/* Device pointers among the addresses of a program. */
#ifndef OMPCC_DEVICEPOINTER_H
#define OMPCC_DEVICEPOINTER_H

#include <stddef.h>

#pragma GCC visibility push(hidden)

/* The blocks of omp_target_alloc: one is known from when it is made until just before it goes. */
extern void ompcc_user_block_made(const void *p, size_t size, int device);
extern size_t ompcc_user_block_gone(const void *p, int device); /* its size */

#pragma GCC visibility pop

#endif
