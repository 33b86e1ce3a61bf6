/* A table of what is known of addresses: a number or a pointer for each pair of an address and a key,
 * which is a device or a team. It is the runtime's only hash table beside the map table. */
#ifndef OMPCC_ADDRESSES_H
#define OMPCC_ADDRESSES_H

#include <stddef.h>
#include <stdint.h>

#include "../../cpu/pool/mutex.h"

#pragma GCC visibility push(hidden)

typedef struct {
	uintptr_t at, value; /* value 0: free */
	int key;
} ompcc_address_t;

/* Zero before its first use. Any number of threads may use it. */
typedef struct {
	pool_mutex lock;
	ompcc_address_t *slot; /* linear probing, at most half full */
	size_t slots, used;
} ompcc_addresses_t;

/* ompcc_addresses_put replaces what is known of at by value, which is not 0. ompcc_addresses_add keeps what
 * is known and returns it, value if that is nothing. */
extern void ompcc_addresses_put(ompcc_addresses_t *, const void *at, int key, uintptr_t value);
extern uintptr_t ompcc_addresses_add(ompcc_addresses_t *, const void *at, int key, uintptr_t value);

/* ompcc_addresses_get returns what is known of at, 0 for nothing; ompcc_addresses_take also forgets it. */
extern uintptr_t ompcc_addresses_get(ompcc_addresses_t *, const void *at, int key);
extern uintptr_t ompcc_addresses_take(ompcc_addresses_t *, const void *at, int key);

/* ompcc_addresses_holds: the values are sizes; does one of the ranges hold at? The begin of one is found at once. */
extern int ompcc_addresses_holds(ompcc_addresses_t *, const void *at, int key);

/* ompcc_addresses_nth sets at and value of the i-th pair with a key, in no order; 0 if there are not so many. */
extern int ompcc_addresses_nth(ompcc_addresses_t *, int key, unsigned i, uintptr_t *at, uintptr_t *value);

#pragma GCC visibility pop

#endif
