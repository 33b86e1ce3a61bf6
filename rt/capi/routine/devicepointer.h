/* Device pointers among the addresses of a program. */
#ifndef OMPCC_DEVICEPOINTER_H
#define OMPCC_DEVICEPOINTER_H

#include "../host/addresses.h"

#pragma GCC visibility push(hidden)

/* The blocks of omp_target_alloc: one is known from when it is made until just before it goes. */
extern ompcc_addresses_t ompcc_user_block_sizes;
static inline void ompcc_user_block_made(const void *p, size_t size, int device) {
	ompcc_addresses_put(&ompcc_user_block_sizes, p, device, size);
}
/* ompcc_user_block_gone returns its size. */
static inline size_t ompcc_user_block_gone(const void *p, int device) { return ompcc_addresses_take(&ompcc_user_block_sizes, p, device); }

#pragma GCC visibility pop

#endif
