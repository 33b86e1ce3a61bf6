/* The memory that dyn_groupprivate gives a team (OpenMP 6.1) on the CPU device and in host code.
 *
 * A team of the CPU device has its memory in its own storage. In host code a region with the clause is on a stack of
 * such regions, and each team of its league gets memory when it asks first. Host runtimes do not say which league a
 * thread belongs to, so one thread at a time executes regions with the clause; others wait. */
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

#include "../../cpu/pool/abi.h"
#include "../host/loader.h"
#include "../host/shim.h"
#include "../bridge.h"

enum { LIMIT = 1 << 20, /* bytes of a team's own memory; GPUs have less */
	ALIGN = 64 };

static void *take(size_t size) {
	void *at = size <= PTRDIFF_MAX - ALIGN ? aligned_alloc(ALIGN, (size + ALIGN - 1) & -(size_t)ALIGN) : NULL;
	if (!at)
		ompcc_fatal("error: out of memory for %zu bytes that dyn_groupprivate asks for", size);
	return at;
}

#define GPRIVATE(name) __ompcc_gprivate_##name
#define GPRIVATE_ALLOC(size) take(size)
#define GPRIVATE_FREE(p) free(p)
#include "../../devlib/gprivate.h"

unsigned long ompcc_core_gprivate(const char *where, unsigned long bytes, int fallback) {
	if (fallback == FALLBACK_ABORT && bytes > LIMIT)
		ompcc_fatal("error: %s: dyn_groupprivate asks for %lu bytes, and no device has more than %d for a team; write fallback(default_mem) or fallback(null) to go on without", where, bytes, LIMIT);
	unsigned long most = (1UL << FALLBACK_SHIFT) - 1;
	return (bytes < most ? bytes : most) | (unsigned long)fallback << FALLBACK_SHIFT;
}

size_t ompcc_core_gprivate_limit(int n, int access) {
	if (access != GROUP_ACCESS)
		return 0;
	n = ompcc_numbered(n);
	return n >= 0 && n < ompcc_num_devices() && ompcc_ready(n) ? ompcc_go_team_memory(n) : LIMIT;
}

/* --- the CPU device ---------------------------------------------------------- */

void *ompcc_core_cpu_gprivate(unsigned long word) {
	static const char cell, own;
	struct group_memory *m = ompcc_core_cpu_team_storage(&cell, sizeof *m, ALIGN);
	unsigned long size = group_size(word);
	void *at = size && size <= LIMIT ? ompcc_core_cpu_team_storage(&own, size, ALIGN) : NULL;
	if (!m || (size && size <= LIMIT && !at))
		ompcc_fatal("error: out of memory for %lu bytes that dyn_groupprivate asks for", size);
	GPRIVATE(begin)(m, word, at, LIMIT);
	return m;
}

/* --- host code ----------------------------------------------------------------- */

struct region {
	struct region *outer;
	unsigned long word;
	struct copy {
		struct copy *next;
		int team;
		struct group_memory memory;
		void *own;
	} *_Atomic copies;
};

static pthread_mutex_t turn;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static struct region *_Atomic innermost;

static void make_turn(void) {
	pthread_mutexattr_t a;
	pthread_mutexattr_init(&a);
	pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&turn, &a);
}

int ompcc_core_enter_gprivate(unsigned long word) {
	pthread_once(&once, make_turn);
	pthread_mutex_lock(&turn);
	struct region *r = calloc(1, sizeof *r);
	if (!r)
		ompcc_fatal("error: out of memory for a region with dyn_groupprivate");
	r->outer = innermost;
	r->word = word;
	innermost = r;
	return 1;
}

static void drop(struct copy *c) {
	GPRIVATE(end)(&c->memory);
	free(c->own);
	free(c);
}

int ompcc_core_leave_gprivate(void) {
	struct region *r = innermost;
	innermost = r->outer;
	for (struct copy *c = r->copies, *next; c; c = next) {
		next = c->next;
		drop(c);
	}
	free(r);
	pthread_mutex_unlock(&turn);
	return 0;
}

static struct copy *find(struct copy *list, int team) {
	while (list && list->team != team)
		list = list->next;
	return list;
}

static struct copy *make(struct region *r, int team) {
	struct copy *c = calloc(1, sizeof *c);
	if (!c)
		ompcc_fatal("error: out of memory for a team's dyn_groupprivate memory");
	unsigned long size = group_size(r->word);
	c->team = team;
	c->own = size && size <= LIMIT ? take(size) : NULL;
	GPRIVATE(begin)(&c->memory, r->word, c->own, LIMIT);
	return c;
}

/* memory is that of the calling thread's team. Threads of the team may ask at the same time: who adds it first wins. */
static const struct group_memory *memory(void) {
	struct region *r = innermost;
	if (!r)
		return NULL;
	int (*number)(void) = (int (*)(void))ompcc_host_symbol("omp_get_team_num");
	int team = number ? number() : 0;
	struct copy *first = r->copies, *own = NULL, *known;
	while (!(known = find(first, team))) {
		if (!own)
			own = make(r, team);
		own->next = first;
		if (__atomic_compare_exchange_n((struct copy **)&r->copies, &first, own, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
			return &own->memory;
	}
	if (own)
		drop(own);
	return &known->memory;
}

void *ompcc_core_dyn_gprivate_ptr(size_t offset, int access) { return GPRIVATE(ptr)(memory(), offset, access); }
void *ompcc_core_dyn_gprivate_nofb_ptr(size_t offset, int access) { return GPRIVATE(nofb_ptr)(memory(), offset, access); }
size_t ompcc_core_dyn_gprivate_size(int access) { return GPRIVATE(size)(memory(), access); }
intptr_t ompcc_core_dyn_gprivate_memspace(int access) { return (intptr_t)GPRIVATE(memspace)(memory(), access); }
