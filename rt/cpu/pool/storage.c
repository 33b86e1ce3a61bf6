#include <stdlib.h>

#include "pool.h"

/* block is the storage of one groupprivate variable for one team. */
struct block {
	struct block *next;
	const void *key;
	size_t size;
	void *at;
};

static struct block *find(struct block *b, const struct block *end, const void *key) {
	while (b != end && b->key != key)
		b = b->next;
	return b;
}

static struct block *make(const void *key, size_t size, size_t align) {
	struct block *b = malloc(sizeof *b);
	if (!b)
		return NULL;
	if (align < sizeof(void *))
		align = sizeof(void *);
	*b = (struct block){.key = key, .size = size, .at = aligned_alloc(align, (size + align - 1) & -align)};
	if (b->at)
		return b;
	free(b);
	return NULL;
}

static void drop(struct block *b) {
	free(b->at);
	free(b);
}

/* Threads of the team may ask for a variable at the same time: who adds it first wins. */
void *ompcc_core_cpu_team_storage(const void *key, unsigned long size, unsigned long align) {
	team *t = ompcc_cpu_thread.team;
	struct block *first = atomic_load_explicit(&t->storage, memory_order_acquire), *own, *seen = NULL;
	struct block *b = find(first, NULL, key);
	if (b)
		return b->at;
	if (!(own = make(key, size, align)))
		return NULL;
	do {
		if ((b = find(first, seen, key)) != seen) {
			drop(own);
			return b->at;
		}
		own->next = seen = first;
	} while (!atomic_compare_exchange_weak_explicit(&t->storage, &first, own, memory_order_acq_rel, memory_order_acquire));
	return own->at;
}

int ompcc_cpu_in_team_storage(uintptr_t a, size_t n) {
	team *t = ompcc_cpu_thread.team;
	for (struct block *b = t ? atomic_load_explicit(&t->storage, memory_order_acquire) : NULL; b; b = b->next)
		if (a >= (uintptr_t)b->at && a - (uintptr_t)b->at < b->size && n <= b->size - (a - (uintptr_t)b->at))
			return 1;
	return 0;
}

void ompcc_cpu_free_storage(team *t) {
	struct block *b = atomic_load_explicit(&t->storage, memory_order_acquire), *next;
	for (; b; b = next) {
		next = b->next;
		drop(b);
	}
}
