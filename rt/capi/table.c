/* The map table in C: see table.h. The functions do what those of the same name
 * do in rt/dataenv/table.go and rt/device/arena.go. */
#include <string.h>

#include "shim.h"
#include "table.h"
#include "_cgo_export.h"

static ompcc_shared_t shared[OMPCC_MAX_DEVICES];

/* Called once for each device, before it is ready for anybody. */
void ompcc_table_share(int device, uintptr_t table, uintptr_t arena, int plain) {
	shared[device] = (ompcc_shared_t){(ompcc_table_t *)table, (ompcc_arena_t *)arena, plain};
}

const ompcc_shared_t *ompcc_shared(int device) { return shared[device].table ? &shared[device] : NULL; }

void ompcc_no_memory(void) { ompcc_fatal("error: out of memory for the table of mapped variables"); }

/* --- finding ------------------------------------------------------------- */

static ompcc_entry_t *entry(const ompcc_table_t *t, uint32_t id) { return &t->slabs[id / OMPCC_SLAB][id % OMPCC_SLAB]; }

static uint32_t home(const ompcc_table_t *t, uintptr_t host) {
	return (uint32_t)((uint64_t)host * 0x9E3779B97F4A7C15 >> t->shift);
}

static ompcc_entry_t *exact(const ompcc_table_t *t, uintptr_t host) {
	if (!t->hash)
		return NULL;
	for (uint32_t s = home(t, host);; s++) {
		uint32_t id = t->hash[s & t->mask];
		if (id == 0)
			return NULL;
		ompcc_entry_t *e = entry(t, id - 1);
		if (e->host == host)
			return e;
	}
}

/* place is where an entry is, or would be put behind, in the sorted chunks. */
typedef struct {
	intptr_t chunk, at;
} place_t;

/* locate returns the place of the last entry with host <= a, {-1, -1} without. */
static place_t locate(const ompcc_table_t *t, uintptr_t a) {
	intptr_t lo = 0, hi = t->nchunks;
	while (lo < hi) {
		intptr_t m = (lo + hi) / 2;
		if (t->chunks[m]->host[0] <= a)
			lo = m + 1;
		else
			hi = m;
	}
	if (lo == 0)
		return (place_t){-1, -1};
	const ompcc_chunk_t *c = t->chunks[lo - 1];
	intptr_t l = 0, h = c->n;
	if (c->host[h - 1] <= a) /* programs like to add at the end */
		return (place_t){lo - 1, h - 1};
	while (l < h) {
		intptr_t m = (l + h) / 2;
		if (c->host[m] <= a)
			l = m + 1;
		else
			h = m;
	}
	return (place_t){lo - 1, l - 1};
}

static ompcc_entry_t *at(const ompcc_table_t *t, place_t p) { return entry(t, t->chunks[p.chunk]->id[p.at]); }

ompcc_entry_t *ompcc_table_find(const ompcc_table_t *t, uintptr_t a) {
	ompcc_entry_t *e = exact(t, a);
	if (e)
		return e;
	place_t p = locate(t, a);
	if (p.chunk < 0)
		return NULL;
	e = at(t, p);
	return a < e->host + e->size ? e : NULL;
}

/* lookup returns 0 when Go has to wait for the entry. */
static int lookup(const ompcc_shared_t *s, uintptr_t a, uintptr_t *dev) {
	ompcc_cpu_mutex_lock(&s->table->lock);
	const ompcc_entry_t *e = ompcc_table_find(s->table, a);
	int known = !e || e->state == OMPCC_READY;
	*dev = e && known ? e->dev + (a - e->host) : 0;
	ompcc_cpu_mutex_unlock(&s->table->lock);
	return known;
}

uintptr_t ompcc_mapped(int device, const void *p) {
	const ompcc_shared_t *s = ompcc_shared(device);
	uintptr_t dev;
	return s && lookup(s, (uintptr_t)p, &dev) ? dev : ompcc_go_mapped(device, (uintptr_t)p);
}

/* --- adding and removing ------------------------------------------------- */

/* take returns a free entry's id; there is one. */
static uint32_t take(ompcc_table_t *t) {
	if (!t->spare)
		return t->next++;
	uint32_t id = t->spare - 1;
	t->spare = entry(t, id)->op;
	return id;
}

/* first_chunk makes the first chunk of an empty table out of one that was in use. */
static int first_chunk(ompcc_table_t *t) {
	ompcc_chunk_t *c = t->unused;
	if (!c)
		return 0;
	t->unused = (ompcc_chunk_t *)c->host[0];
	c->n = 0;
	t->chunks[t->nchunks++] = c;
	return 1;
}

ompcc_entry_t *ompcc_table_insert(ompcc_table_t *t, uintptr_t host, uintptr_t size) {
	if (!t->hash || 2 * (t->n + 1) > t->mask + 1 || host + size < host || (t->spare == 0 && t->next == t->nslabs * OMPCC_SLAB))
		return NULL;
	place_t p = {0, -1};
	if (t->nchunks > 0)
		p = locate(t, host);
	else if (!first_chunk(t))
		return NULL;
	if (p.chunk < 0)
		p.chunk = 0;
	else if (p.at >= 0 && host < at(t, p)->host + at(t, p)->size)
		return NULL;
	ompcc_chunk_t *c = t->chunks[p.chunk];
	if (c->n == OMPCC_CHUNK)
		return NULL;
	p.at++;
	if (p.at < c->n ? c->host[p.at] < host + size
	                : p.chunk + 1 < (intptr_t)t->nchunks && t->chunks[p.chunk + 1]->host[0] < host + size)
		return NULL;
	uint32_t id = take(t);
	ompcc_entry_t *e = entry(t, id);
	*e = (ompcc_entry_t){.host = host, .size = size, .id = id};
	if (p.at < c->n) {
		memmove(&c->host[p.at + 1], &c->host[p.at], (size_t)(c->n - p.at) * sizeof *c->host);
		memmove(&c->id[p.at + 1], &c->id[p.at], (size_t)(c->n - p.at) * sizeof *c->id);
	}
	c->host[p.at] = host;
	c->id[p.at] = id;
	c->n++;
	t->n++;
	uint32_t s = home(t, host);
	while (t->hash[s & t->mask])
		s++;
	t->hash[s & t->mask] = id + 1;
	return e;
}

static void remove_hash(ompcc_table_t *t, const ompcc_entry_t *e) {
	uint32_t s = home(t, e->host) & t->mask;
	while (t->hash[s] != e->id + 1)
		s = (s + 1) & t->mask;
	for (uint32_t i = (s + 1) & t->mask; t->hash[i]; i = (i + 1) & t->mask) {
		uint32_t h = home(t, entry(t, t->hash[i] - 1)->host) & t->mask;
		if (((i - h) & t->mask) >= ((i - s) & t->mask)) {
			t->hash[s] = t->hash[i];
			s = i;
		}
	}
	t->hash[s] = 0;
}

static void remove_sorted(ompcc_table_t *t, uintptr_t host) {
	place_t p = locate(t, host);
	ompcc_chunk_t *c = t->chunks[p.chunk];
	c->n--;
	if (p.at < c->n) {
		memmove(&c->host[p.at], &c->host[p.at + 1], (size_t)(c->n - p.at) * sizeof *c->host);
		memmove(&c->id[p.at], &c->id[p.at + 1], (size_t)(c->n - p.at) * sizeof *c->id);
	}
	if (c->n > 0)
		return;
	c->host[0] = (uintptr_t)t->unused;
	t->unused = c;
	t->nchunks--;
	memmove(&t->chunks[p.chunk], &t->chunks[p.chunk + 1], (t->nchunks - (size_t)p.chunk) * sizeof *t->chunks);
}

void ompcc_table_remove(ompcc_table_t *t, ompcc_entry_t *e, int keep) {
	remove_hash(t, e);
	remove_sorted(t, e->host);
	t->n--;
	if (keep)
		return;
	e->state = OMPCC_FREE;
	e->op = t->spare;
	t->spare = e->id + 1;
}

/* --- blocks of the CPU devices ------------------------------------------- */

enum { TINY = 2, LARGEST = 1 << 21, SMALL = 8 << 10, HEADER = 64 };
static const uintptr_t HELD_LIMIT = 64 << 20, LARGE_CLASS = UINTPTR_MAX;

/* class returns the size class for size bytes. */
static unsigned class(size_t size) {
	if (size <= 64)
		return size <= 16 ? 0 : size <= 32 ? 1 : TINY;
	unsigned k = 64 - (unsigned)__builtin_clzl(size - 1);
	size_t three = (size_t)3 << (k - 2);
	return TINY + 2 * (k - 6) - (size <= three && three % 64 == 0);
}

static size_t block_size(uintptr_t c) {
	if (c < TINY)
		return (size_t)16 << c;
	c -= TINY;
	return c % 2 ? (size_t)3 << ((c + 1) / 2 + 6 - 2) : (size_t)1 << (c / 2 + 6);
}

void *ompcc_block_take(ompcc_arena_t *a, size_t size) {
	if (size > LARGEST)
		return NULL;
	unsigned c = class(size);
	ompcc_cpu_mutex_lock(&a->lock);
	void **p = a->idle[c];
	if (p) {
		a->idle[c] = *p;
		a->live++;
		if (size > SMALL / 2 && block_size(c) > SMALL)
			a->held -= block_size(c);
	}
	ompcc_cpu_mutex_unlock(&a->lock);
	return p;
}

int ompcc_block_give(ompcc_arena_t *a, void *p) {
	uintptr_t c = *(uintptr_t *)((uintptr_t)p & ~(uintptr_t)(OMPCC_SLAB_ALIGN - 1));
	if (c == LARGE_CLASS)
		return 0;
	size_t size = block_size(c);
	ompcc_cpu_mutex_lock(&a->lock);
	int keep = size <= SMALL || a->held + size <= HELD_LIMIT;
	if (keep) {
		*(void **)p = a->idle[c];
		a->idle[c] = p;
		a->live--;
		a->held += size > SMALL ? size : 0;
	}
	ompcc_cpu_mutex_unlock(&a->lock);
	return keep;
}
