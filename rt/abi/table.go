package abi

// TableDecls is the C text of a device's map table. The data environment (rt/dataenv) makes and changes it in Go; the host
// side only looks up what is there, and counts (rt/capi/entry_present.c).
const TableDecls = `typedef struct {                      /* host storage [host, host+size) corresponds to device storage at dev */
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
`

// StepDecls is the C text of a step of a device's work (device.Step).
const StepDecls = `typedef struct {
  unsigned kind;                      /* Step... */
  unsigned of;                        /* 1 + the step that allocates the storage in which dev is an offset, 0: dev is an address */
  unsigned long host, dev, size;
} ompcc_step_t;
`

// States of an entry of the map table.
const (
	MapFree     = 0
	MapBuilding = 1 // inserted; the op that created it allocates and fills its storage
	MapReady    = 2
	MapClosing  = 3 // its count is 0; the last op copies data back
	MapFailed   = 4 // the op that created it failed; it is no longer in the table
)

// Traits of an entry of the map table.
const (
	MapAssociated = 1 << 0 // by omp_target_associate_ptr: the user owns the storage
	MapGlobal     = 1 << 1 // a declare target variable
	MapAttached   = 1 << 2 // there are attached pointers in it
	MapPadded     = 1 << 3 // its storage begins behind the start of its block
	MapSelf       = 1 << 4 // the host's storage is the device's, too
	MapNarrow     = 1 << 5 // padded, as LLVM's runtime pads: by less than 16 bytes
)

// Numbers of the map table.
const (
	MapInfinite = 1<<31 - 1 // the count of what is never removed
	MapSlab     = 1024      // entries of a slab
	MapChunk    = 256       // entries of a chunk
	MapNullPage = 4096      // the end of the addresses that sections of null pointers have
)

// Steps of a device's work.
const (
	StepAlloc = 1 // dev is set
	StepTo    = 2 // host to dev
	StepFrom  = 3
	StepFree  = 4
)
