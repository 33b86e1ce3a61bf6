/* User-defined mappers: the items of a construct that they stand for. */
#ifndef OMPCC_MAPPER_H
#define OMPCC_MAPPER_H

#include "../host/addresses.h"
#include "../host/shim.h"

/* ompcc_mapper_call_t is one use of a mapper: the elements that it is for. */
typedef struct ompcc_mapper_call_s {
	const __ompcc_item_t *item;
	void *base, *begin;
	unsigned long count;
	unsigned flags;              /* the item's, with what the mapper that it is in inherits */
	int done;      /* runs, or has run */
	unsigned before;             /* number + 1 of an earlier one with the same begin */
	const struct ompcc_mapper_call_s *outer; /* while it runs: the use whose mapper has this one */
} ompcc_mapper_call_t;

/* An expansion in progress; zero before, freed by ompcc_mapper_release. */
struct __ompcc_mapper_s {
	const __ompcc_construct_t *construct;
	__ompcc_item_t *items;
	__ompcc_arg_t *args;
	unsigned n, capacity;
	const ompcc_mapper_call_t *running; /* the use whose mapper runs, innermost */
	/* Uses of a mapper within itself, in their order, and those around them; all
	 * before next are done. seen has their numbers + 1, the last one of each begin. */
	ompcc_mapper_call_t *calls;
	unsigned ncalls, callcapacity, next;
	ompcc_addresses_t seen;
};

/* ompcc_mapper_expand replaces f's items with mappers by what their mappers push.
 * An item itself stays, with no storage, when it is a parameter. Parents are
 * numbers of items, so they move along. m is empty; f's items are m's then. */
extern void ompcc_mapper_expand(ompcc_frame_t *f, __ompcc_mapper_t *m);
extern void ompcc_mapper_release(__ompcc_mapper_t *m);

#endif
