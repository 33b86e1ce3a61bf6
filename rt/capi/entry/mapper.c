/* User-defined mappers (OpenMP 5.2 §5.8.8). A mapper is a function of the compiled
 * program that pushes an item for each of its map clauses' list items.
 *
 * A mapper may use itself behind a pointer, as that of a list's element does. Such a use waits until the running
 * mapper has ended, so that the stack stays flat for a list of any length. Each use happens once: a ring ends where
 * it began, and the runtime maps what two elements point to once. */
#include <stdint.h>
#include <stdlib.h>

#include "globals.h"
#include "mapper.h"

static void *grown(void *p, unsigned n, size_t size) {
	p = realloc(p, n * size);
	if (!p)
		ompcc_fatal("error: out of memory for the items of a mapper");
	return p;
}

static void append(__ompcc_mapper_t *m, const __ompcc_item_t *item, const __ompcc_arg_t *arg) {
	if (m->n == m->capacity) {
		m->capacity = m->capacity ? 2 * m->capacity : 64;
		m->items = grown(m->items, m->capacity, sizeof *m->items);
		m->args = grown(m->args, m->capacity, sizeof *m->args);
	}
	m->items[m->n] = *item;
	m->args[m->n] = *arg;
	m->n++;
}

/* inherit gives what a mapper maps the map type of the item that it is for: no
 * motion that the item does not ask for, and its modifiers (OpenMP 5.2 §5.8.8,
 * table of map types). */
static unsigned inherit(unsigned flags, unsigned outer) {
	return (flags & (outer | ~(unsigned)OMPCC_FLAGS_MOTION)) | (outer & OMPCC_FLAGS_MODIFIER);
}

/* --- uses of a mapper within itself --------------------------------------- */

static int same(const ompcc_mapper_call_t *a, const ompcc_mapper_call_t *b) {
	return a->begin == b->begin && a->count == b->count && a->flags == b->flags && a->item->mapper == b->item->mapper;
}

/* remember adds c to the uses that are known, if it is none of them. */
static void remember(__ompcc_mapper_t *m, const ompcc_mapper_call_t *c) {
	unsigned before = (unsigned)ompcc_addresses_get(&m->seen, c->begin, 0);
	for (unsigned i = before; i; i = m->calls[i - 1].before)
		if (same(&m->calls[i - 1], c))
			return;
	if (m->ncalls == m->callcapacity) {
		m->callcapacity = m->callcapacity ? 2 * m->callcapacity : 32;
		m->calls = grown(m->calls, m->callcapacity, sizeof *m->calls);
	}
	m->calls[m->ncalls] = *c;
	m->calls[m->ncalls++].before = before;
	ompcc_addresses_put(&m->seen, c->begin, 0, m->ncalls);
}

/* run calls a mapper, which changes m. */
static void run(__ompcc_mapper_t *m, ompcc_mapper_call_t c) {
	c.outer = m->running;
	c.done = 1;
	m->running = &c;
	c.item->mapper(m, c.base, c.begin, c.count, c.flags);
	m->running = c.outer;
}

/* What lies below this address lies behind a null pointer. */
enum { NULL_PAGE = 4096 };

/* use runs the mapper of an item, later if it is running. A list ends with a null
 * pointer; behind another one there must be nothing. */
static void use(__ompcc_mapper_t *m, const ompcc_mapper_call_t *c) {
	const ompcc_mapper_call_t *r = m->running;
	while (r && r->item->mapper != c->item->mapper)
		r = r->outer;
	if (c->count && (uintptr_t)c->begin < NULL_PAGE) {
		if (!r)
			ompcc_fatal("%s:%u: error: %s: '%s' cannot be mapped: %lu elements at address %#lx, a null pointer's: a section of a null pointer must have length 0",
				m->construct->loc.file, m->construct->loc.line, m->construct->directive, c->item->name, c->count, (unsigned long)c->begin);
	} else if (!r) {
		run(m, *c);
	} else {
		remember(m, r);
		remember(m, c);
	}
}

/* finish runs what waits. */
static void finish(__ompcc_mapper_t *m) {
	while (m->next < m->ncalls) {
		ompcc_mapper_call_t *c = &m->calls[m->next++];
		if (!c->done)
			run(m, *c);
	}
}

void ompcc_core_mapper_push(__ompcc_mapper_t *m, const __ompcc_item_t *item, void *base, void *begin, unsigned long size) {
	__ompcc_arg_t arg = {base, begin, size};
	__ompcc_item_t it = *item;
	if (it.kind == OMPCC_ITEM_MAP)
		it.flags = inherit(it.flags, m->running ? m->running->flags : 0);
	it.flags |= OMPCC_FLAG_MAPPED;
	if (it.flags & OMPCC_FLAG_MAPPER)
		use(m, &(ompcc_mapper_call_t){.item = item, .base = base, .begin = begin, .count = size, .flags = it.flags});
	else
		append(m, &it, &arg);
}

/* --- constructs ------------------------------------------------------------ */

static int has_mapper(const __ompcc_construct_t *c) {
	unsigned all = 0;
	for (unsigned i = 0; i < c->nitems; i++)
		all |= c->items[i].flags;
	return (all & OMPCC_FLAG_MAPPER) != 0;
}

void ompcc_mapper_expand(ompcc_frame_t *f, __ompcc_mapper_t *m) {
	if (!has_mapper(f->construct))
		return;
	m->construct = f->construct;
	int *moved = grown(NULL, f->nitems + 1, sizeof *moved);
	for (unsigned i = 0; i < f->nitems; i++) {
		const __ompcc_item_t *item = &f->items[i];
		__ompcc_arg_t arg = f->args[i];
		ompcc_mapper_call_t c = {.item = item, .base = arg.base, .begin = arg.begin, .count = arg.size, .flags = item->flags};
		moved[i] = (int)m->n;
		if (item->flags & OMPCC_FLAG_MAPPER)
			arg.size = 0;
		append(m, item, &arg);
		if (item->flags & OMPCC_FLAG_MAPPER) {
			use(m, &c);
			finish(m);
		} else if (item->parent >= 0 && (unsigned)item->parent < i) {
			m->items[m->n - 1].parent = moved[item->parent];
		}
	}
	moved[f->nitems] = (int)m->n;
	for (int i = 0, at = 0; i < (int)f->nitems; i++)
		for (int item = i + f->items[i].turn, j = moved[item]; j < moved[item + 1]; j++, at++)
			m->items[at].turn = j - at;
	free(moved);
	f->items = m->items;
	f->args = m->args;
	f->nitems = m->n;
}

void ompcc_mapper_release(__ompcc_mapper_t *m) {
	if (OMPCC_UNLIKELY(m->items != NULL)) {
		free(m->items);
		free(m->args);
		free(m->calls);
		free(m->seen.slot);
	}
}
