/* Generated from rt/abi (go test ./rt/abi -update). */
#ifndef OMPCC_TABLE_H
#define OMPCC_TABLE_H

enum {
	OMPCC_MAP_FREE = 0,
	OMPCC_MAP_BUILDING = 1,
	OMPCC_MAP_READY = 2,
	OMPCC_MAP_CLOSING = 3,
	OMPCC_MAP_FAILED = 4,
};
enum {
	OMPCC_MAP_ASSOCIATED = 1,
	OMPCC_MAP_GLOBAL = 2,
	OMPCC_MAP_ATTACHED = 4,
	OMPCC_MAP_PADDED = 8,
	OMPCC_MAP_SELF = 16,
	OMPCC_MAP_NARROW = 32,
};
enum {
	OMPCC_MAP_INFINITE = 2147483647,
	OMPCC_MAP_SLAB = 1024,
	OMPCC_MAP_CHUNK = 256,
	OMPCC_MAP_NULL_PAGE = 4096,
};
enum {
	OMPCC_STEP_ALLOC = 1,
	OMPCC_STEP_TO = 2,
	OMPCC_STEP_FROM = 3,
	OMPCC_STEP_FREE = 4,
};
typedef struct {                      /* host storage [host, host+size) corresponds to device storage at dev */
  unsigned long host, size, dev;
  unsigned long site;                 /* __ompcc_construct_t that created it, or 0 */
  unsigned long name;                 /* C string: list item that created it */
  int refs;                           /* OMPCC_MAP_INFINITE or the number of enters without exit */
  unsigned op;                        /* seq of the last op that looked at it; of a free entry, the next free one */
  unsigned id;                        /* its place in the slabs */
  unsigned char hold;                 /* how many of refs came with ompx_hold */
  unsigned char shift;                /* of a padded entry, multiples of 64 in front of it; of a narrow one, bytes */
  unsigned char state, traits;        /* MapReady..., MapGlobal... */
} ompcc_entry_t;
typedef struct {                      /* a run of entries sorted by host address */
  unsigned long n;
  unsigned long host[256];
  unsigned id[256];
} ompcc_chunk_t;
typedef struct {
  unsigned lock;                      /* pool_mutex; it guards all of the table */
  unsigned waiters;                   /* threads that wait for an entry's state */
  unsigned seq;                       /* number of the last op */
  unsigned n;                         /* entries */
  unsigned mask, shift;               /* of the hash */
  const unsigned *hash;               /* mask+1 of id+1, 0: empty; linear probing; NULL: no entries yet */
  ompcc_entry_t **slabs;              /* of 1024 entries each: an entry stays where it is while it exists */
  ompcc_chunk_t **chunks;             /* sorted, none empty but the only one */
  unsigned long nchunks;
} ompcc_table_t;
typedef struct {
  unsigned kind;                      /* Step... */
  unsigned of;                        /* 1 + the step that allocates the storage in which dev is an offset, 0: dev is an address */
  unsigned long host, dev, size;
} ompcc_step_t;

#endif
