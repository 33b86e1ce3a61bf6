/* The map table (table.h). A hash on the first address answers the usual question, an exact begin;
 * sorted chunks answer which entry contains an address, and which is next. Entries live in slabs. */
#include "table.h"

#include <stdlib.h>
#include <string.h>

enum { SLAB = 1024,
	CHUNK = 256,
	FIRST_HASH = 16 };

/* A run of entries sorted by host address. */
struct ompcc_chunk {
	intptr_t n;
	uintptr_t host[CHUNK]; /* of an unused chunk, the first is the next unused one */
	uint32_t id[CHUNK];
};

__attribute__((weak)) void ompcc_no_memory(void) { abort(); }

static void *get(size_t n, size_t size) {
	void *p = calloc(n, size);
	if (!p)
		ompcc_no_memory();
	return p;
}

ompcc_table_t *ompcc_table_new(void) { return get(1, sizeof(ompcc_table_t)); }

/* --- finding ------------------------------------------------------------- */

static ompcc_entry_t *entry(const ompcc_table_t *t, uint32_t id) { return &t->slabs[id / SLAB][id % SLAB]; }

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

/* The place where an entry is, or would be put behind, in the sorted chunks. */
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

/* behind returns the entry at the next place, NULL at the end. */
static ompcc_entry_t *behind(const ompcc_table_t *t, place_t p) {
	if (p.chunk < 0)
		p.chunk = 0;
	else if (t->nchunks > 0 && p.at + 1 == t->chunks[p.chunk]->n)
		p = (place_t){p.chunk + 1, -1};
	p.at++;
	return p.chunk < (intptr_t)t->nchunks ? at(t, p) : NULL;
}

ompcc_entry_t *ompcc_table_before(const ompcc_table_t *t, uintptr_t a) {
	place_t p = locate(t, a);
	return p.chunk < 0 ? NULL : at(t, p);
}

ompcc_entry_t *ompcc_table_after(const ompcc_table_t *t, uintptr_t a) { return behind(t, locate(t, a)); }

ompcc_entry_t *ompcc_table_find(const ompcc_table_t *t, uintptr_t a) {
	ompcc_entry_t *e = exact(t, a);
	if (e)
		return e;
	e = ompcc_table_before(t, a);
	return e && a - e->host < e->size ? e : NULL;
}

/* --- adding -------------------------------------------------------------- */

/* extend makes room for one more element of an array of n addresses. */
static void *extend(void *array, uint32_t n, uint32_t *cap) {
	if (n < *cap)
		return array;
	*cap = *cap ? 2 * *cap : 16;
	array = realloc(array, *cap * sizeof(void *));
	if (!array)
		ompcc_no_memory();
	return array;
}

/* take returns a free entry's id. */
static uint32_t take(ompcc_table_t *t) {
	if (t->spare) {
		uint32_t id = t->spare - 1;
		t->spare = entry(t, id)->op;
		return id;
	}
	if (t->next == t->nslabs * SLAB) {
		t->slabs = extend(t->slabs, t->nslabs, &t->slabs_cap);
		t->slabs[t->nslabs++] = get(SLAB, sizeof(ompcc_entry_t));
	}
	return t->next++;
}

static void insert_hash(ompcc_table_t *t, const ompcc_entry_t *e) {
	uint32_t s = home(t, e->host);
	while (t->hash[s & t->mask])
		s++;
	t->hash[s & t->mask] = e->id + 1;
}

static void grow_hash(ompcc_table_t *t) {
	uint32_t size = t->hash ? 2 * (t->mask + 1) : FIRST_HASH;
	free(t->hash);
	t->hash = get(size, sizeof *t->hash);
	t->mask = size - 1;
	t->shift = 64 - (uint32_t)__builtin_ctz(size);
	for (uint32_t c = 0; c < t->nchunks; c++)
		for (intptr_t i = 0; i < t->chunks[c]->n; i++)
			insert_hash(t, entry(t, t->chunks[c]->id[i]));
}

/* insert_chunk makes an empty chunk number c. */
static ompcc_chunk_t *insert_chunk(ompcc_table_t *t, intptr_t c) {
	ompcc_chunk_t *fresh = t->unused;
	if (fresh)
		t->unused = (ompcc_chunk_t *)fresh->host[0];
	else
		fresh = get(1, sizeof *fresh);
	t->chunks = extend(t->chunks, t->nchunks, &t->chunks_cap);
	memmove(&t->chunks[c + 1], &t->chunks[c], (t->nchunks - (size_t)c) * sizeof *t->chunks);
	t->nchunks++;
	fresh->n = 0;
	return t->chunks[c] = fresh;
}

/* split makes room in a full chunk and returns the place that p moved to. Adding at the end, the
 * usual order, leaves full chunks behind. */
static place_t split(ompcc_table_t *t, place_t p) {
	intptr_t half = p.chunk == (intptr_t)t->nchunks - 1 && p.at == CHUNK - 1 ? CHUNK - 1 : CHUNK / 2;
	ompcc_chunk_t *fresh = insert_chunk(t, p.chunk + 1), *old = t->chunks[p.chunk];
	fresh->n = CHUNK - half;
	memcpy(fresh->host, &old->host[half], (size_t)fresh->n * sizeof *old->host);
	memcpy(fresh->id, &old->id[half], (size_t)fresh->n * sizeof *old->id);
	old->n = half;
	return p.at >= half ? (place_t){p.chunk + 1, p.at - half} : p;
}

static void insert_sorted(ompcc_table_t *t, place_t p, const ompcc_entry_t *e) {
	if (p.chunk < 0)
		p = (place_t){0, -1};
	if (t->nchunks == 0)
		insert_chunk(t, 0);
	if (t->chunks[p.chunk]->n == CHUNK)
		p = split(t, p);
	ompcc_chunk_t *c = t->chunks[p.chunk];
	intptr_t i = p.at + 1;
	if (i < c->n) {
		memmove(&c->host[i + 1], &c->host[i], (size_t)(c->n - i) * sizeof *c->host);
		memmove(&c->id[i + 1], &c->id[i], (size_t)(c->n - i) * sizeof *c->id);
	}
	c->host[i] = e->host;
	c->id[i] = e->id;
	c->n++;
}

ompcc_entry_t *ompcc_table_insert(ompcc_table_t *t, uintptr_t host, uintptr_t size) {
	place_t p = locate(t, host);
	const ompcc_entry_t *next = behind(t, p);
	if ((p.chunk >= 0 && host - at(t, p)->host < at(t, p)->size) || (next && next->host < host + size))
		return NULL;
	uint32_t id = take(t);
	ompcc_entry_t *e = entry(t, id);
	*e = (ompcc_entry_t){.host = host, .size = size, .id = id};
	insert_sorted(t, p, e);
	t->n++;
	if (!t->hash || 2 * t->n > t->mask + 1)
		grow_hash(t);
	else
		insert_hash(t, e);
	return e;
}

/* --- removing ------------------------------------------------------------ */

/* remove_hash closes the gap by moving later entries of the probe sequence back, so that no
 * tombstones are needed. */
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
