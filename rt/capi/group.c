/* groupprivate variables in host code (OpenMP 6.0 §7.13): each team of a league is a
 * contention group with a copy of its own, and so is what is outside of leagues,
 * where the original is the copy. Copies have no value at first: those of a team are
 * the next league's. A league of one team cannot be told from what is around it,
 * and has the original. */
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

#include "shim.h"

extern int omp_get_num_teams(void) __attribute__((weak));
extern int omp_get_team_num(void) __attribute__((weak));

enum { LISTS = 64, ALIGN = 128 };

typedef struct copy {
	const void *original;
	int team;
	struct copy *next;
	void *at;
} copy;

static _Atomic(copy *) lists[LISTS];

static copy *find(copy *from, const copy *end, const void *original, int team) {
	for (; from != end; from = from->next)
		if (from->original == original && from->team == team)
			return from;
	return NULL;
}

static copy *make(const void *original, int team, size_t size) {
	copy *c = malloc(sizeof *c);
	void *at = aligned_alloc(ALIGN, (size + ALIGN - 1) / ALIGN * ALIGN + (size == 0) * ALIGN);
	if (!c || !at)
		ompcc_fatal("error: out of memory for a team's copy of a groupprivate variable of %zu bytes", size);
	*c = (copy){original, team, NULL, at};
	return c;
}

/* Threads of the team may ask for a variable at the same time: who adds it first wins. */
void *ompcc_core_group_storage(void *original, unsigned long size) {
	if (!omp_get_num_teams || omp_get_num_teams() <= 1)
		return original;
	int team = omp_get_team_num();
	_Atomic(copy *) *list = &lists[((uintptr_t)original / 16 + (unsigned)team) % LISTS];
	copy *first = atomic_load_explicit(list, memory_order_acquire), *seen = NULL, *own;
	copy *c = find(first, NULL, original, team);
	if (c)
		return c->at;
	own = make(original, team, size);
	do {
		if ((c = find(first, seen, original, team))) {
			free(own->at);
			free(own);
			return c->at;
		}
		own->next = seen = first;
	} while (!atomic_compare_exchange_weak_explicit(list, &first, own, memory_order_acq_rel, memory_order_acquire));
	return own->at;
}
