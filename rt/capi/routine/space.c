/* Leagues and teams of several dimensions in host code (OpenMP 6.1 §29), and what the CPU device computes of them.
 *
 * The host's runtime knows the numbers of teams and threads. What they are in several dimensions, compiled code says when
 * a league begins, and each thread of a team when it enters the parallel region. A league belongs to the program, since
 * teams are strictly nested in the region around the whole program (5.2 §10.2). Threads of leagues that several host
 * threads begin at the same time for target regions see the sizes of the latest, if they fit the number of teams. */
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "../host/loader.h"
#include "../host/shim.h"
#include "../task/task.h"

#define SPACE(name) __ompcc_space_##name
#include "../../devlib/space.h"

enum { SIZE_BITS = 16,
	MOST_SIZE = (1 << SIZE_BITS) - 1,
	LEVELS = 16 };

static _Atomic unsigned long league_space, league_extents;

/* The sizes of the thread's teams, by the level of the parallel region; NULL as long as all have one dimension. They are
 * not in static thread-local storage, which several copies of the runtime in a process share and which is small. */
static __thread unsigned long *extents_at;
static pthread_key_t key; /* frees them when the thread ends */
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void make_key(void) { pthread_key_create(&key, free); }

static void make_extents(void) {
	pthread_once(&once, make_key);
	extents_at = calloc(LEVELS, sizeof *extents_at);
	if (!extents_at || pthread_setspecific(key, extents_at))
		ompcc_fatal("error: there is no memory for the sizes of a team");
}

/* pack puts the sizes y and z into a word; where is the construct, which ends the program if a size is out of range. */
static unsigned long pack(const char *where, unsigned long x, unsigned long y, unsigned long z) {
	if (x - 1 >= INT_MAX || y - 1 >= MOST_SIZE || z - 1 >= MOST_SIZE || x * y * z > INT_MAX)
		ompcc_fatal("error: %s: the sizes of a league or a team must be from 1 to 2147483647 in the first dimension and to 65534 in the others, and their product at most 2147483647", where);
	return y | z << SIZE_BITS;
}

unsigned long ompcc_core_space(const char *where, const unsigned long *sizes) {
	return pack(where, sizes[0], sizes[1], sizes[2]) | pack(where, sizes[3], sizes[4], sizes[5]) << 2 * SIZE_BITS;
}

unsigned long ompcc_core_team_extents(const char *where, unsigned long x, unsigned long y, unsigned long z) {
	return pack(where, x, y, z) | x * y * z << 2 * SIZE_BITS;
}

int ompcc_core_enter_league(unsigned long space, unsigned long extents) {
	league_space = space;
	league_extents = extents;
	return 1;
}

int ompcc_core_enter_team(unsigned long extents) {
	int level = ompcc_host_level();
	if (extents && !extents_at)
		make_extents();
	if (extents_at && level >= 0 && level < LEVELS)
		extents_at[level] = extents;
	return extents != 0;
}

/* ask calls a routine of the host's runtime; without one there is an initial thread alone. */
static int ask(const char *name, int otherwise) {
	int (*get)(void);
	*(void **)&get = ompcc_host_symbol(name);
	return get ? get() : otherwise;
}

static unsigned long extents(void) {
	int level = ompcc_host_level();
	unsigned long own = extents_at && level >= 0 && level < LEVELS ? extents_at[level] : 0;
	return own || level != 1 ? own : league_extents;
}

static int num_threads(void) { return ask("omp_get_num_threads", 1); }
static int num_teams(void) { return ask("omp_get_num_teams", 1); }

int ompcc_core_num_teams_dim(int dim) { return __ompcc_space_size(league_space, num_teams(), dim); }
int ompcc_core_team_num_dim(int dim) {
	return __ompcc_space_index(league_space, num_teams(), ask("omp_get_team_num", 0), dim);
}
int ompcc_core_num_threads_dim(int dim) { return __ompcc_space_team_size(extents(), num_threads(), dim); }
int ompcc_core_thread_num_dim(int dim) {
	return __ompcc_space_team_index(extents(), num_threads(), ask("omp_get_thread_num", 0), dim);
}
int ompcc_core_thread_limit_dim(int dim) {
	return __ompcc_space_size(league_space >> 2 * SIZE_BITS, ask("omp_get_thread_limit", INT_MAX), dim);
}
