#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "heap.h"

enum {
	ALIGN = 64,
	PAGE = 4096,
	LEAST_GAP = 128,             /* unused behind a block */
	MOST_GAP = 64 << 10,
	BIG = 64 << 10,              /* blocks with pages of their own */
	CLASSES = 128,
	LEAST_ROOM = 256,
	WAITING_BLOCKS = 1 << 16,    /* freed blocks that are not used again yet */
	MOST_BLOCKS = 1 << 26,
};
static const size_t waiting_bytes = (size_t)256 << 20;

static ompcc_heap_t heap;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static ompcc_block_t *blocks;        /* by address; number 0 is not used */
static uint32_t nblocks, most_blocks;
static uint64_t frees;               /* so far */
static uintptr_t top;                /* first address that was never used */
static uint32_t idle[CLASSES];       /* may be used again */
static struct {
	uint32_t first, last, n;
	size_t bytes;
} waiting;

const ompcc_heap_t *ompcc_heap(void) { return &heap; }

static void *reserve(size_t size) {
	void *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	return p == MAP_FAILED ? NULL : p;
}

static void unreserve(void *p, size_t size) {
	if (p)
		munmap(p, size);
}

static int start(size_t size) {
	size_t n = size / LEAST_ROOM < MOST_BLOCKS ? size / LEAST_ROOM : MOST_BLOCKS;
	void *memory = reserve(size + PAGE), *shadow = reserve(size + PAGE), *list = reserve(n * sizeof *blocks);
	if (!memory || !shadow || !list) {
		unreserve(memory, size + PAGE);
		unreserve(shadow, size + PAGE);
		unreserve(list, n * sizeof *blocks);
		return 0;
	}
	madvise(memory, size, MADV_DONTDUMP);
	madvise(shadow, size, MADV_DONTDUMP);
	blocks = list;
	most_blocks = (uint32_t)n;
	nblocks = 1;
	top = (uintptr_t)memory + PAGE;
	heap = (ompcc_heap_t){.base = (uintptr_t)memory, .size = size, .shadow = shadow};
	return 1;
}

/* Addresses cost nothing; where their number is limited, less has to do. */
int ompcc_heap_start(void) {
	for (size_t size = (size_t)1 << 42; size >= (size_t)1 << 30; size >>= 2)
		if (start(size))
			return 1;
	return 0;
}

static uint8_t *shadow_of(uintptr_t a) { return heap.shadow + (a - heap.base); }

/* --- the shadow of large blocks --------------------------------------------- */

/* What most bytes of a large block's shadow are, they stay: so its pages are those
 * of a file that holds one byte again and again, and get memory of their own where
 * something else is written. */
enum { PIECE = 16 << 20,
	LARGE = 2 * PIECE };

/* file_of makes the file of a byte; -1: there is none. Called with the lock held. */
static int file_of(uint8_t byte) {
	static int files[256]; /* plus one */
	if (files[byte])
		return files[byte] - 1;
	int fd = memfd_create("ompcc-shadow", MFD_CLOEXEC);
	void *p = fd < 0 || ftruncate(fd, PIECE) ? MAP_FAILED : mmap(NULL, PIECE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (p == MAP_FAILED) {
		if (fd >= 0)
			close(fd);
		return -1;
	}
	memset(p, byte, PIECE);
	munmap(p, PIECE);
	files[byte] = fd + 1;
	return fd;
}

/* lay puts n bytes' worth of whole pages of the file, or of zeros, at s. */
static int lay(uint8_t *s, size_t n, uint8_t byte) {
	int fd = byte ? file_of(byte) : -1, flags = MAP_PRIVATE | MAP_FIXED | MAP_NORESERVE | (byte ? 0 : MAP_ANONYMOUS);
	if (byte && fd < 0)
		return 0;
	for (size_t at = 0; at < n; at += PIECE)
		if (mmap(s + at, n - at < PIECE ? n - at : PIECE, PROT_READ | PROT_WRITE, flags, fd, 0) == MAP_FAILED)
			return 0;
	return 1;
}

/* fill sets the shadow of n bytes at a. Called with the lock held. */
static void fill(uintptr_t a, size_t n, uint8_t byte) {
	uint8_t *s = shadow_of(a), *end = s + n;
	uint8_t *from = (uint8_t *)(((uintptr_t)s + PAGE - 1) & -(uintptr_t)PAGE), *to = (uint8_t *)((uintptr_t)end & -(uintptr_t)PAGE);
	if (n < LARGE || !lay(from, (size_t)(to - from), byte)) {
		memset(s, byte, n);
		return;
	}
	memset(s, byte, (size_t)(from - s));
	memset(to, byte, (size_t)(end - to));
}

/* Rooms are of 2^k or 3·2^(k-1) bytes, so that freed blocks fit others. */
static size_t larger(size_t room, unsigned class) { return class % 2 ? room / 3 * 4 : room / 2 * 3; }

static size_t room_for(size_t size, unsigned *class) {
	size_t gap = size / 2 < LEAST_GAP ? LEAST_GAP : size / 2 > MOST_GAP ? MOST_GAP
									    : size / 2;
	size_t room = LEAST_ROOM;
	for (*class = 0; room < size + gap; ++*class)
		room = larger(room, *class);
	return room;
}

/* class_of is the largest class that has so much room, CLASSES if none has. */
static unsigned class_of(size_t room) {
	unsigned class = 0;
	size_t next = larger(LEAST_ROOM, 0);
	if (room < LEAST_ROOM)
		return CLASSES;
	while (next <= room) {
		class++;
		next = larger(next, class);
	}
	return class;
}

/* The oldest freed blocks may be used again when many are waiting. */
static void retire(void) {
	while (waiting.n > WAITING_BLOCKS || waiting.bytes > waiting_bytes) {
		uint32_t i = waiting.first;
		ompcc_block_t *b = &blocks[i];
		unsigned class = class_of(b->room);
		waiting.first = b->next;
		waiting.n--;
		waiting.bytes -= b->size;
		if (class < CLASSES) {
			b->next = idle[class];
			idle[class] = i;
		}
	}
	if (!waiting.n)
		waiting.last = 0;
}

static uint32_t fresh(size_t room) {
	uintptr_t base = room >= BIG ? (top + PAGE - 1) & -(uintptr_t)PAGE : top;
	if (base - heap.base > heap.size || heap.size - (base - heap.base) < room || nblocks == most_blocks)
		return 0;
	blocks[nblocks] = (ompcc_block_t){.base = base, .room = room};
	top = base + room;
	return nblocks++;
}

static uint32_t take(size_t size) {
	unsigned class;
	size_t room = room_for(size, &class);
	uint32_t i = idle[class];
	if (i)
		idle[class] = blocks[i].next;
	else
		i = fresh(room);
	return i;
}

uintptr_t ompcc_heap_alloc(unsigned device, size_t size, size_t align, const ompcc_block_t *about) {
	size_t more = align > ALIGN ? align : 0;
	if (size + more > heap.size / 2 || size + more < size)
		return 0;
	pthread_mutex_lock(&lock);
	uint32_t i = take(size + more);
	uintptr_t at = 0;
	if (i) {
		ompcc_block_t *b = &blocks[i];
		uintptr_t slot = b->base, room = b->room;
		if (b->state == SHADOW_FREED)
			fill(b->base, b->size, 0);
		*b = *about;
		/* An alignment of its own makes the block begin later in its room. */
		at = more ? (slot + align - 1) & -(uintptr_t)align : slot;
		b->base = at;
		b->size = size;
		b->room = room - (at - slot);
		b->device = (uint8_t)device;
		b->state = SHADOW_FRESH;
		b->next = 0;
		fill(at, size, (uint8_t)(device << SHADOW_DEVICE | SHADOW_FRESH));
	}
	pthread_mutex_unlock(&lock);
	return at;
}

/* number finds the last block that begins at or before addr, 0: none. */
static uint32_t number(uintptr_t addr) {
	uint32_t lo = 1, hi = nblocks;
	while (lo < hi) {
		uint32_t mid = lo + (hi - lo) / 2;
		if (blocks[mid].base <= addr)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo - 1;
}

static ompcc_block_t *begins_at(uintptr_t addr) {
	uint32_t i = number(addr);
	return i && blocks[i].base == addr && blocks[i].state == SHADOW_FRESH ? &blocks[i] : NULL;
}

/* Pages that nobody needs go back to the system. */
static void drop(const ompcc_block_t *b) {
	uintptr_t from = (b->base + PAGE - 1) & -(uintptr_t)PAGE, to = (b->base + b->room) & -(uintptr_t)PAGE;
	if (b->size >= BIG && to > from)
		madvise((void *)from, to - from, MADV_DONTNEED);
}

int ompcc_heap_free(uintptr_t addr, ompcc_place_t where) {
	pthread_mutex_lock(&lock);
	ompcc_block_t *b = ompcc_in_heap(&heap, addr) ? begins_at(addr) : NULL;
	if (b) {
		uint32_t i = (uint32_t)(b - blocks);
		b->state = SHADOW_FREED;
		b->freed = where;
		b->when = ++frees;
		b->next = 0;
		fill(addr, b->size, (uint8_t)(b->device << SHADOW_DEVICE | SHADOW_FREED));
		drop(b);
		if (waiting.last)
			blocks[waiting.last].next = i;
		else
			waiting.first = i;
		waiting.last = i;
		waiting.n++;
		waiting.bytes += b->size;
		retire();
	}
	pthread_mutex_unlock(&lock);
	return b != NULL;
}

void ompcc_heap_describe(uintptr_t addr, const ompcc_block_t *about) {
	pthread_mutex_lock(&lock);
	ompcc_block_t *b = begins_at(addr);
	if (b) {
		b->kind = about->kind;
		b->name = about->name;
		b->made = about->made;
		b->flags = about->flags;
		b->host = about->host;
		b->pad = about->pad;
		fill(addr, b->pad, 0);
	}
	pthread_mutex_unlock(&lock);
}

int ompcc_heap_find(uintptr_t addr, ompcc_block_t *found) {
	if (!ompcc_in_heap(&heap, addr))
		return 0;
	pthread_mutex_lock(&lock);
	uint32_t i = number(addr), next = i + 1;
	if (next < nblocks && (!i || (addr >= blocks[i].base + blocks[i].size && blocks[next].base - addr < addr - (blocks[i].base + blocks[i].size))))
		i = next;
	int is = i && i < nblocks;
	if (is)
		*found = blocks[i];
	pthread_mutex_unlock(&lock);
	return is;
}

int ompcc_heap_unmapped(uintptr_t a, ompcc_block_t *found) {
	int is = 0;
	pthread_mutex_lock(&lock);
	for (uint32_t i = 1; i < nblocks; i++) {
		const ompcc_block_t *b = &blocks[i];
		if (b->state == SHADOW_FREED && b->kind == BLOCK_MAP && a - b->host < b->size && (!is || b->when > found->when)) {
			*found = *b;
			is = 1;
		}
	}
	pthread_mutex_unlock(&lock);
	return is;
}

/* in_use is the block in use that has all of n bytes at addr, NULL without one. */
static const ompcc_block_t *in_use(uintptr_t addr, size_t n) {
	uint32_t i = number(addr);
	const ompcc_block_t *b = i ? &blocks[i] : NULL;
	return b && b->state == SHADOW_FRESH && addr - b->base <= b->size && n <= b->size - (addr - b->base) ? b : NULL;
}

int ompcc_heap_within(uintptr_t addr, size_t n, unsigned device) {
	pthread_mutex_lock(&lock);
	const ompcc_block_t *b = in_use(addr, n);
	int is = b && b->device == device;
	pthread_mutex_unlock(&lock);
	return is;
}

/* set_large is ompcc_heap_set for what is large and within one block. */
static int set_large(uintptr_t addr, size_t n) {
	pthread_mutex_lock(&lock);
	const ompcc_block_t *b = in_use(addr, n);
	if (b)
		fill(addr, n, (uint8_t)(b->device << SHADOW_DEVICE | SHADOW_SET));
	pthread_mutex_unlock(&lock);
	return b != NULL;
}

void ompcc_heap_set(uintptr_t addr, size_t n) {
	if (n >= LARGE && set_large(addr, n))
		return;
	uint8_t *s = shadow_of(addr);
	for (size_t i = 0; i < n; i++)
		s[i] |= s[i] & SHADOW_FRESH ? SHADOW_SET : 0;
}

void ompcc_heap_copy(uintptr_t dst, uintptr_t src, size_t n) {
	int has = ompcc_in_heap(&heap, src);
	if (!ompcc_in_heap(&heap, dst))
		return;
	if (!has) {
		ompcc_heap_set(dst, n);
		return;
	}
	uint8_t *d = shadow_of(dst);
	const uint8_t *s = shadow_of(src);
	for (size_t k = 0; k < n; k++) {
		size_t i = dst < src ? k : n - 1 - k;
		int set = (s[i] & SHADOW_STATE) == SHADOW_SET;
		if (d[i] & SHADOW_FRESH)
			d[i] = (uint8_t)((d[i] & ~SHADOW_STATE) | (set ? SHADOW_SET : SHADOW_FRESH));
	}
}

void ompcc_heap_forget(uintptr_t begin, uintptr_t end) {
	pthread_mutex_lock(&lock);
	for (uint32_t i = 1; i < nblocks; i++) {
		ompcc_block_t *b = &blocks[i];
		if ((uintptr_t)b->name - begin < end - begin)
			b->name = NULL;
		if ((uintptr_t)b->made.file - begin < end - begin)
			b->made.file = NULL;
		if ((uintptr_t)b->freed.file - begin < end - begin)
			b->freed.file = NULL;
	}
	pthread_mutex_unlock(&lock);
}
