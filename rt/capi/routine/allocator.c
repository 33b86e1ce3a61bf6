/* Allocators and memory spaces (OpenMP 6.0 §27).
 *
 * The host's OpenMP runtime serves the predefined allocators and the allocators of predefined memory
 * spaces: the host compiler's code for allocate clauses uses them too. This file forwards those requests.
 * It implements allocators of device memory spaces itself, and all allocators if there is no host runtime.
 * Its handles are odd numbers above the predefined ones. It also implements LLVM's predefined allocators,
 * which allocate memory of the default device. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../host/addresses.h"
#include "allocator.h"
#include "../entry/front.h"
#include "../host/loader.h"
#include "routines.h"
#include "../host/shim.h"

/* Constants of omp.h. */
enum { NULL_SPACE = -1,
	LAST_SPACE = 4,
	OFFICIAL_DEFAULT_SPACE = 99,
	LAST_ALLOCATOR = 8 };
/* LLVM's predefined memory spaces and allocators of the default device: host memory that the device can
 * access, memory that migrates between host and device, and device memory. */
enum { ON_HOST = 100,
	MOVING = 101,
	ON_DEVICE = 102 };
enum { ALIGNMENT = 2,
	ACCESS = 3,
	POOL_SIZE = 4,
	FALLBACK = 5,
	FB_DATA = 6,
	PINNED = 7,
	PARTITION = 8,
	PARTITIONER = 15,
	PARTITIONER_ARG = 16 };
enum { INTERLEAVED = 18 }; /* the last value of a trait before 6.0 */
enum { DEFAULT_FB = 11,
	NULL_FB = 12,
	ABORT_FB = 13,
	ALLOCATOR_FB = 14 };
enum { HOST = -1 };
#define UNLIMITED ((uintptr_t)-1)

typedef struct {
	int device;                  /* HOST or a device number */
	intptr_t space;
	size_t alignment, pool, used;
	int fallback, pinned;
	uintptr_t fb_data, partitioner, argument;
	pthread_mutex_t lock;
} allocator_t;

/* --- the host's runtime ---------------------------------------------------- */

static struct {
	uintptr_t (*init)(intptr_t, int, const ompcc_trait_t *);
	void (*destroy)(uintptr_t);
	void (*set_default)(uintptr_t);
	uintptr_t (*get_default)(void);
	void *(*alloc)(size_t, size_t, uintptr_t);
	void *(*calloc)(size_t, size_t, size_t, uintptr_t);
	void *(*realloc)(void *, size_t, uintptr_t, uintptr_t);
	void (*free)(void *, uintptr_t);
} host;
static pthread_once_t host_once = PTHREAD_ONCE_INIT;

static void find_host(void) {
	*(void **)&host.init = ompcc_host_symbol("omp_init_allocator");
	*(void **)&host.destroy = ompcc_host_symbol("omp_destroy_allocator");
	*(void **)&host.set_default = ompcc_host_symbol("omp_set_default_allocator");
	*(void **)&host.get_default = ompcc_host_symbol("omp_get_default_allocator");
	*(void **)&host.alloc = ompcc_host_symbol("omp_aligned_alloc");
	*(void **)&host.calloc = ompcc_host_symbol("omp_aligned_calloc");
	*(void **)&host.realloc = ompcc_host_symbol("omp_realloc");
	*(void **)&host.free = ompcc_host_symbol("omp_free");
	if (!host.init || !host.destroy || !host.set_default || !host.get_default || !host.alloc || !host.calloc || !host.realloc ||
		!host.free)
		memset(&host, 0, sizeof host);
}

static int with_host(void) {
	pthread_once(&host_once, find_host);
	return host.init != NULL;
}

/* --- memory spaces --------------------------------------------------------- */

/* A device's memory space is 2^20 + 2^8 (device + 2) + predefined space. */
enum { SPACE_BASE = 1 << 20 };

static int space_device(intptr_t space) { return space < SPACE_BASE ? HOST : (int)((space - SPACE_BASE) >> 8) - 2; }

static intptr_t space_of(int device, intptr_t space) { return SPACE_BASE + ((intptr_t)(device + 2) << 8) + space; }

static intptr_t predefined(intptr_t space) {
	if (space == OFFICIAL_DEFAULT_SPACE)
		return 0;
	return space >= 0 && space <= LAST_SPACE ? space : NULL_SPACE;
}

static int is_llvm(intptr_t v) { return v >= ON_HOST && v <= ON_DEVICE; }

static int known(intptr_t space) { return space >= SPACE_BASE || is_llvm(space) || predefined(space) != NULL_SPACE; }

static int is_cpu(int device) {
	int index;
	return device == HOST || ompcc_device_kind(device, &index) == OMPCC_CPU;
}

/* ompcc_core_get_memspace returns a memory space that the devices can access. Several devices have a common
 * memory space only if they share this process's memory. */
intptr_t ompcc_core_get_memspace(int n, const int *devices, int with, intptr_t memspace) {
	int count = ompcc_num_devices(), shared = 1;
	intptr_t space = predefined(memspace);
	if (space == NULL_SPACE || n < 1 || !devices)
		return NULL_SPACE;
	for (int i = 0; i < n; i++) {
		int d = ompcc_numbered(devices[i]);
		if (d < -1 || d > count)
			return NULL_SPACE;
		shared &= is_cpu(d == count ? HOST : d);
	}
	if (n > 1 || with)
		return shared ? space_of(HOST, space) : NULL_SPACE;
	int d = ompcc_numbered(devices[0]);
	return space_of(d == count ? HOST : d, space);
}

intptr_t ompcc_core_get_all_memspace(intptr_t memspace) {
	int n = ompcc_num_devices(), devices[OMPCC_MAX_DEVICES + 1];
	for (int i = 0; i < n; i++)
		devices[i] = i;
	devices[n] = n;
	return ompcc_core_get_memspace(n + 1, devices, 1, memspace);
}

/* ompcc_core_memspace_resources returns 1 for each memory space: its resource is the device's memory. */
int ompcc_core_memspace_resources(intptr_t space) { return known(space) ? 1 : 0; }

size_t ompcc_core_memspace_pagesize(intptr_t space) { return known(space) ? (size_t)sysconf(_SC_PAGESIZE) : 0; }

intptr_t ompcc_core_submemspace(intptr_t space, int n, const int *resources) {
	return known(space) && n == 1 && resources && resources[0] == 0 ? space : NULL_SPACE;
}

/* --- allocators ------------------------------------------------------------ */

static int is_own(uintptr_t handle) { return handle > ON_DEVICE && handle & 1; }

static allocator_t *own(uintptr_t handle) { return (allocator_t *)(handle - 1); }

static int set_trait(allocator_t *a, const ompcc_trait_t *t) {
	uintptr_t v = t->value;
	switch (t->key) {
	case ALIGNMENT:
		if (v == UNLIMITED)
			return 1;
		a->alignment = v;
		return v && !(v & (v - 1));
	case POOL_SIZE: a->pool = v; return v > 0;
	case FALLBACK:
		if (v != UNLIMITED)
			a->fallback = (int)v;
		return a->fallback >= DEFAULT_FB && a->fallback <= ALLOCATOR_FB;
	case FB_DATA: a->fb_data = v; return 1;
	case PINNED: a->pinned = v == 1; return v <= 1 || v == UNLIMITED;
	case PARTITIONER: a->partitioner = v; return 1;
	case PARTITIONER_ARG: a->argument = v; return 1;
	default: return t->key >= 1 && t->key <= PARTITIONER_ARG; /* hints */
	}
}

static uintptr_t make(intptr_t space, int n, const ompcc_trait_t *traits) {
	allocator_t *a = malloc(sizeof *a);
	if (!a)
		return 0;
	*a = (allocator_t){.device = space_device(space), .space = space, .alignment = 16, .pool = UNLIMITED, .fallback = DEFAULT_FB};
	pthread_mutex_init(&a->lock, NULL);
	for (int i = 0; i < n; i++)
		if (!set_trait(a, &traits[i])) {
			free(a);
			return 0;
		}
	return (uintptr_t)a + 1;
}

/* newer reports whether the traits include one that OpenMP 6.0 added. No host runtime knows these; libomp
 * ends the program on one. */
static int newer(int n, const ompcc_trait_t *traits) {
	for (int i = 0; i < n; i++)
		if (traits[i].key > PARTITION ||
			((traits[i].key == ACCESS || traits[i].key == PARTITION) && traits[i].value > INTERLEAVED && traits[i].value != UNLIMITED))
			return 1;
	return 0;
}

/* host_init omits traits whose value is omp_atv_default, because libomp mistakes it for an ordinary value. */
static uintptr_t host_init(intptr_t space, int n, const ompcc_trait_t *traits) {
	ompcc_trait_t set[PARTITIONER_ARG];
	int m = 0;
	for (int i = 0; i < n && m < PARTITIONER_ARG; i++)
		if (traits[i].value != UNLIMITED)
			set[m++] = traits[i];
	return host.init(space, m, set);
}

/* ompcc_core_init_allocator returns omp_null_allocator if it cannot create the allocator (OpenMP 5.2 §18.13.2). */
uintptr_t ompcc_core_init_allocator(intptr_t memspace, int n, const ompcc_trait_t *traits) {
	if (!known(memspace) || n < 0 || (n && !traits))
		return 0;
	if (predefined(memspace) != NULL_SPACE && with_host() && !newer(n, traits))
		return host_init(predefined(memspace), n, traits);
	return make(predefined(memspace) != NULL_SPACE ? predefined(memspace) : memspace, n, traits);
}

uintptr_t ompcc_core_get_allocator(intptr_t memspace) {
	return memspace == NULL_SPACE ? 0 : ompcc_core_init_allocator(memspace, 0, NULL);
}

static __thread uintptr_t own_default; /* the thread's default allocator, if the host runtime does not know it */

void ompcc_core_set_default_allocator(uintptr_t allocator) {
	int mine = is_own(allocator) || is_llvm((intptr_t)allocator) || !with_host();
	own_default = mine ? allocator : 0;
	if (!mine)
		host.set_default(allocator);
}

static uintptr_t first; /* the default allocator if there is no host runtime */
static pthread_once_t first_once = PTHREAD_ONCE_INIT;

static void find_first(void) { first = ompcc_env_allocator(getenv("OMP_ALLOCATOR")); }

uintptr_t ompcc_core_get_default_allocator(void) {
	if (own_default)
		return own_default;
	if (with_host())
		return host.get_default();
	pthread_once(&first_once, find_first);
	return first;
}

void ompcc_core_destroy_allocator(uintptr_t allocator) {
	if (is_own(allocator)) {
		pthread_mutex_destroy(&own(allocator)->lock);
		free(own(allocator));
	} else if (allocator > LAST_ALLOCATOR && !is_llvm((intptr_t)allocator) && with_host()) {
		host.destroy(allocator);
	}
}

/* --- blocks ---------------------------------------------------------------- */

/* block_t is a block that this file allocated. The table blocks finds it by its address, because the host
 * cannot read a header in device memory. */
typedef struct {
	void *at, *base;
	size_t size, locked;         /* bytes of the block, bytes of its pinned pages */
	uintptr_t allocator;         /* 0: default memory */
	int device;
	int kind, owner;             /* one of LLVM's spaces and its device; kind 0: none of LLVM's */
	void *partition;
	uintptr_t partitioner;
} block_t;

static ompcc_addresses_t blocks; /* block_t by at */

static void remember(block_t *b) { ompcc_addresses_put(&blocks, b->at, 0, (uintptr_t)b); }

static block_t *find(const void *p) { return (block_t *)ompcc_addresses_get(&blocks, p, 0); }

static int reserve(allocator_t *a, size_t size) {
	pthread_mutex_lock(&a->lock);
	int ok = a->pool == UNLIMITED || (size <= a->pool && a->used <= a->pool - size);
	if (ok)
		a->used += size;
	pthread_mutex_unlock(&a->lock);
	return ok;
}

static void unreserve(allocator_t *a, size_t size) {
	pthread_mutex_lock(&a->lock);
	a->used -= size;
	pthread_mutex_unlock(&a->lock);
}

/* lock_pages allocates whole pages for the block and locks them. Blocks must not share pages: page locks do
 * not nest, and freed memory must not stay locked. */
static int lock_pages(block_t *b, size_t alignment) {
	size_t page = (size_t)sysconf(_SC_PAGESIZE), bytes;
	void *p = NULL;
	if (__builtin_add_overflow(b->size, page - 1, &bytes))
		return 0;
	bytes &= -page;
	if (posix_memalign(&p, alignment < page ? page : alignment, bytes))
		return 0;
	if (mlock(p, bytes)) {
		free(p);
		return 0;
	}
	b->at = b->base = p;
	b->locked = bytes;
	return 1;
}

/* by_llvm allocates memory of the default device, shared with the host or for the device only. */
static int by_llvm(const void *ra, block_t *b, size_t alignment) {
	size_t room;
	if (__builtin_add_overflow(b->size, alignment, &room))
		return 0;
	b->base = b->kind == ON_DEVICE ? ompcc_core_target_alloc(ra, room, b->owner) : ompcc_core_shared_alloc(ra, room, b->owner, b->kind == ON_HOST);
	b->at = (void *)(((uintptr_t)b->base + alignment - 1) & -alignment);
	return b->base != NULL;
}

/* storage allocates the block's memory, b->size bytes at a multiple of alignment. */
static int storage(const void *ra, block_t *b, size_t alignment, int pinned) {
	size_t room;
	if (b->kind)
		return by_llvm(ra, b, alignment);
	if (__builtin_add_overflow(b->size, b->device == HOST ? 0 : alignment, &room))
		return 0;
	if (b->device == HOST && pinned)
		return lock_pages(b, alignment);
	if (b->device == HOST) {
		void *p = NULL;
		if (posix_memalign(&p, alignment, room ? room : 1))
			return 0;
		b->at = b->base = p;
		return 1;
	}
	b->base = ompcc_core_target_alloc(ra, room, b->device);
	b->at = (void *)(((uintptr_t)b->base + alignment - 1) & -alignment);
	return b->base != NULL;
}

/* partition_t is a memory partition. A partitioner's compute procedure creates and fills it. */
typedef struct {
	size_t parts;
	void *data;
	size_t sizes[];
} partition_t;

/* covers reports whether the parts together have at least the block's size. */
static int covers(const partition_t *p, size_t size) {
	size_t sum = 0;
	for (size_t i = 0; p && i < p->parts; i++)
		sum += p->sizes[i];
	return p && sum >= size;
}

static int partition(block_t *b, const allocator_t *a) {
	ompcc_partitioner_t *p = (ompcc_partitioner_t *)a->partitioner;
	if (!p || a->partitioner == UNLIMITED || !p->compute)
		return 1;
	b->partitioner = (uintptr_t)p;
	p->compute(a->space, b->size, a->argument, &b->partition);
	return covers(b->partition, b->size);
}

/* drop frees a block, its storage and its partition, and returns its size to the allocator's pool. */
static void drop(const void *ra, block_t *b) {
	ompcc_partitioner_t *p = (ompcc_partitioner_t *)b->partitioner;
	if (p && p->release)
		p->release(&b->partition);
	free(b->partition); /* unless the release procedure has destroyed it */
	if (is_own(b->allocator))
		unreserve(own(b->allocator), b->size);
	if (b->locked)
		munlock(b->base, b->locked);
	if (b->kind == ON_HOST || b->kind == MOVING)
		ompcc_core_shared_free(ra, b->base, b->owner, b->kind == ON_HOST);
	else if (b->kind)
		ompcc_core_target_free(ra, b->base, b->owner);
	else if (b->device == HOST)
		free(b->base);
	else if (b->base)
		ompcc_core_target_free(ra, b->base, b->device);
	free(b);
}

/* set_owner records which device the memory of an allocator's block belongs to. */
static void set_owner(block_t *b, uintptr_t handle, const allocator_t *a) {
	b->device = a ? a->device : HOST;
	if (!is_llvm(a ? a->space : (intptr_t)handle))
		return;
	b->kind = (int)(a ? a->space : (intptr_t)handle);
	b->owner = ompcc_core_get_default_device();
	if (b->kind == ON_DEVICE && b->owner != ompcc_initial_device())
		b->device = b->owner;
}

static void *place(const void *ra, uintptr_t handle, size_t alignment, size_t size, int zero) {
	allocator_t *a = is_own(handle) ? own(handle) : NULL;
	block_t *b = calloc(1, sizeof *b);
	if (!b)
		return NULL;
	b->size = size;
	b->allocator = handle;
	set_owner(b, handle, a);
	if (a && a->alignment > alignment)
		alignment = a->alignment;
	if (a && !reserve(a, size)) {
		free(b);
		return NULL;
	}
	if (!storage(ra, b, alignment < 16 ? 16 : alignment, a && a->pinned) || (a && !partition(b, a))) {
		drop(ra, b);
		return NULL;
	}
	remember(b);
	if (zero && b->device == HOST)
		memset(b->at, 0, size);
	else if (zero)
		ompcc_core_target_memset(ra, b->at, 0, size, b->device);
	return b->at;
}

static void *from_host(size_t alignment, size_t size, uintptr_t allocator, int zero) {
	return zero ? host.calloc(alignment, 1, size, allocator) : host.alloc(alignment, size, allocator);
}

/* fall applies the allocator's fallback trait to a request that failed (OpenMP 5.2 §6.2). */
static void *fall(const void *ra, const allocator_t *a, size_t alignment, size_t size, int zero) {
	switch (a->fallback) {
	case NULL_FB: return NULL;
	case ABORT_FB:
		ompcc_fatal("error: %zu bytes cannot be allocated, and the allocator has the trait fallback:abort_fb", size);
	case ALLOCATOR_FB: return ompcc_core_alloc(ra, alignment, size, a->fb_data, zero);
	default: return a->device == HOST ? place(ra, 0, alignment, size, zero) : NULL;
	}
}

void *ompcc_core_alloc(const void *ra, size_t alignment, size_t size, uintptr_t allocator, int zero) {
	if (size == 0 || !alignment || alignment & (alignment - 1))
		return NULL;
	if (!allocator)
		allocator = ompcc_core_get_default_allocator();
	if (is_llvm((intptr_t)allocator))
		return place(ra, allocator, alignment, size, zero);
	if (!is_own(allocator))
		return with_host() ? from_host(alignment, size, allocator, zero) : place(ra, 0, alignment, size, zero);
	void *p = place(ra, allocator, alignment, size, zero);
	return p ? p : fall(ra, own(allocator), alignment, size, zero);
}

/* foreign returns the allocator that served a request of a, if this file did not allocate the memory. It
 * follows the allocators of fallback traits (OpenMP 5.2 §6.2). */
static uintptr_t foreign(uintptr_t a) {
	while (is_own(a) && own(a)->fallback == ALLOCATOR_FB)
		a = own(a)->fb_data;
	return a;
}

void ompcc_core_free(const void *ra, void *p, uintptr_t allocator) {
	if (!p)
		return;
	block_t *b = (block_t *)ompcc_addresses_take(&blocks, p, 0);
	if (!b) {
		allocator = foreign(allocator);
		if (with_host() && !is_own(allocator) && !is_llvm((intptr_t)allocator))
			host.free(p, 0); /* 0: libomp rejects the right allocator after two fallbacks (5.2 §18.13.7) */
		else
			ompcc_fatal("error: omp_free: %p was not allocated by omp_alloc", p);
		return;
	}
	drop(ra, b);
}

void *ompcc_core_realloc(const void *ra, void *p, size_t size, uintptr_t allocator, uintptr_t from) {
	block_t *b = p ? find(p) : NULL;
	if (!p)
		return ompcc_core_alloc(ra, 16, size, allocator, 0);
	if (size == 0) {
		ompcc_core_free(ra, p, from);
		return NULL;
	}
	if (!b) /* only the host runtime knows the size of its block */
		return with_host() && !is_own(allocator) ? host.realloc(p, size, allocator, 0) : NULL;
	int device = b->device;
	void *fresh = ompcc_core_alloc(ra, 16, size, allocator ? allocator : b->allocator, 0);
	if (!fresh)
		return NULL;
	block_t *to = find(fresh);
	size_t n = b->size < size ? b->size : size;
	ompcc_core_target_memcpy(ra, fresh, p, n, 0, 0, to ? to->device : HOST, device);
	ompcc_core_free(ra, p, from);
	return fresh;
}

/* --- partitions ------------------------------------------------------------ */

void ompcc_core_init_partition(void **partition, size_t parts, const void *data) {
	partition_t *p = parts < SIZE_MAX / sizeof *p->sizes - 8 ? calloc(1, sizeof *p + parts * sizeof *p->sizes) : NULL;
	if (p) {
		p->parts = parts;
		p->data = (void *)data;
	}
	*partition = p;
}

void ompcc_core_destroy_partition(void *const *partition) {
	free(*partition);
	*(void **)partition = NULL;
}

/* ompcc_core_set_part sets the size of a part. The only resource is 0, and all parts but the last consist of
 * whole pages (OpenMP 6.0 §27.5.5). */
int ompcc_core_set_part(void **partition, size_t part, int resource, size_t size) {
	partition_t *p = partition ? *partition : NULL;
	if (!p || resource != 0 || part >= p->parts || (part + 1 < p->parts && size % (size_t)sysconf(_SC_PAGESIZE)))
		return -1;
	p->sizes[part] = size;
	return 0;
}

void *ompcc_core_partition_data(void *const *partition) {
	return partition && *partition ? ((partition_t *)*partition)->data : NULL;
}
