/* Generated from rt/abi (go test ./rt/abi -update). */
#ifndef OMPCC_DIRECT_H
#define OMPCC_DIRECT_H

#include "host.h"

enum {
	OMPCC_STEP_ALLOC = 1,
	OMPCC_STEP_TO = 2,
	OMPCC_STEP_FROM = 3,
	OMPCC_STEP_FREE = 4,
};
enum {
	OMPCC_DIRECT_ENTER = 1,
	OMPCC_DIRECT_OPEN = 2,
	OMPCC_DIRECT_EXIT = 3,
	OMPCC_DIRECT_CLOSE = 4,
	OMPCC_DIRECT_UPDATE = 5,
};
enum {
	OMPCC_DIRECT_DONE = 0,
	OMPCC_DIRECT_STEPS = 1,
	OMPCC_DIRECT_REFUSED = 2,
	OMPCC_DIRECT_BLOCKED = 3,
	OMPCC_DIRECT_WAKE = 4,
	OMPCC_DIRECT_ITEMS = 32,
};
typedef struct {
  unsigned kind;                      /* Step... */
  unsigned of;                        /* 1 + the step that allocates the storage in which dev is an offset, 0: dev is an address */
  unsigned long host, dev, size;
} ompcc_step_t;
typedef struct {
  unsigned long env;                  /* the device's data environment */
  const __ompcc_construct_t *construct;
  const __ompcc_item_t *items;
  __ompcc_arg_t *args;
  void **argv;                        /* nparams elements each; NULL: no target construct */
  unsigned long *values;
  unsigned nitems;                    /* at most DirectItems */
  unsigned nparams;                   /* of the kernel */
  unsigned call;                      /* Direct...: what to do */
  unsigned entered;                   /* of an exit: the items have been entered */
  unsigned maps;                      /* out: there is something to exit */
  unsigned prepares;                  /* out: addresses are needed once the data is there */
  unsigned at;                        /* out: the item that a lookup waits for */
  unsigned seq, nmade, ngone, nsteps; /* see Op in rt/dataenv */
  unsigned flags;                     /* all flags of the map items of an enter */
  unsigned simple;                    /* what they resolved to holds for the exit, too, as long as shape is the table's */
  unsigned shape;
  ompcc_step_t steps[64];             /* the work to do */
  unsigned long work[320];            /* rt/dataenv's own */
} ompcc_direct_t;
typedef struct {
  unsigned long env, host;
} ompcc_lookup_t;

#endif
