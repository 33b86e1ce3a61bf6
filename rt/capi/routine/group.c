/* groupprivate variables in host code (OpenMP 6.0 §7.13): each team of a league is a
 * contention group with a copy of its own, and so is what is outside of leagues,
 * where the original is the copy. Copies have no value at first: those of a team are
 * the next league's. A league of one team cannot be told from what is around it,
 * and has the original. */
#include <stdint.h>
#include <stdlib.h>

#include "../host/addresses.h"
#include "../host/shim.h"

extern int omp_get_num_teams(void) __attribute__((weak));
extern int omp_get_team_num(void) __attribute__((weak));

enum { ALIGN = 128 };

static ompcc_addresses_t copies; /* of variables, by team */

static void *make(size_t size) {
	void *at = aligned_alloc(ALIGN, (size + ALIGN - 1) / ALIGN * ALIGN + (size == 0) * ALIGN);
	if (!at)
		ompcc_fatal("error: out of memory for a team's copy of a groupprivate variable of %zu bytes", size);
	return at;
}

/* Threads of the team may ask for a variable at the same time: who adds it first wins. */
void *ompcc_core_group_storage(void *original, unsigned long size) {
	if (!omp_get_num_teams || omp_get_num_teams() <= 1)
		return original;
	int team = omp_get_team_num();
	void *known = (void *)ompcc_addresses_get(&copies, original, team);
	if (known)
		return known;
	void *own = make(size);
	known = (void *)ompcc_addresses_add(&copies, original, team, (uintptr_t)own);
	if (known != own)
		free(own);
	return known;
}
