#include <link.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

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

/* --- variables of thread storage duration ------------------------------------------- */

/* copy is a fiber's copy of a thread-local variable. */
struct copy {
	struct copy *next;
	const void *initial;        /* tells variables apart; in the module's initialization image */
	const void *of;             /* the OS thread's own copy, when it was last asked for */
	_Alignas(max_align_t) char at[];
};

static void *align_up(char *p, size_t align) { return (void *)(((uintptr_t)p + align - 1) & -align); }

typedef struct {
	const char *variable, *initial;
	size_t values;              /* bytes that have an initial value other than zero */
} tls_image;

/* in_module finds the initial value of a variable of the calling OS thread. */
static int in_module(struct dl_phdr_info *info, size_t size, void *out) {
	tls_image *image = out;
	(void)size;
	for (int i = 0; info->dlpi_tls_data && i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *h = &info->dlpi_phdr[i];
		size_t offset = (size_t)(image->variable - (const char *)info->dlpi_tls_data);
		if (h->p_type == PT_TLS && offset < h->p_memsz) {
			image->initial = (const char *)(info->dlpi_addr + h->p_vaddr) + offset;
			image->values = offset < h->p_filesz ? h->p_filesz - offset : 0;
			return 1;
		}
	}
	return 0;
}

/* thread_storage is the device thread's copy of a thread-local variable, of which own is the
 * OS thread's. Copies of fibers live as long as their team. */
void *ompcc_core_cpu_thread_storage(void *own, unsigned long size, unsigned long align) {
	thread_state *self = &ompcc_cpu_thread;
	if (!self->carrier || self->pub.active_num == 0)
		return own;
	struct copy **list = &self->team->copies[self->pub.active_num], *c;
	for (c = *list; c; c = c->next)
		if (c->of == own)
			return align_up(c->at, align);
	tls_image image = {.variable = own};
	if (!dl_iterate_phdr(in_module, &image))
		return own;
	for (c = *list; c && c->initial != image.initial; c = c->next)
		;
	if (!c) {
		while (!(c = calloc(1, sizeof *c + size + align))) /* out of memory: others may free some */
			usleep(1000);
		c->initial = image.initial;
		memcpy(align_up(c->at, align), image.initial, size < image.values ? size : image.values);
		c->next = *list;
		*list = c;
	}
	c->of = own;
	return align_up(c->at, align);
}

/* Each of a team's threads keeps its copies from one region to the next. */
int ompcc_cpu_room_for_copies(team *t, unsigned n) {
	if (n <= t->ncopies)
		return 1;
	struct copy **copies = realloc(t->copies, n * sizeof *copies);
	if (!copies)
		return 0;
	memset(copies + t->ncopies, 0, (n - t->ncopies) * sizeof *copies);
	t->copies = copies;
	t->ncopies = n;
	return 1;
}

void ompcc_cpu_free_storage(team *t) {
	for (unsigned i = 0; i < t->ncopies; i++)
		for (struct copy *c = t->copies[i], *next; c; c = next) {
			next = c->next;
			free(c);
		}
	free(t->copies);
	struct block *b = atomic_load_explicit(&t->storage, memory_order_acquire), *next;
	for (; b; b = next) {
		next = b->next;
		drop(b);
	}
}
